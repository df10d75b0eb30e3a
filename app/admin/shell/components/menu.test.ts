import { expect, it } from "vitest";
import { LISTS, OFFICE_MENU } from "../../office.server";
import { entryOf } from "./menu";

const labelOf = (path: string) => entryOf(path, OFFICE_MENU)?.label;

it("marks the entry that a page was reached by, and none where there is none", () => {
  expect(labelOf("/admin")).toBe("Tableau de bord");
  expect(labelOf("/admin/finance/recus")).toBe("Finances");
  expect(labelOf("/admin/user/lot")).toBe("Utilisateurs");
  expect(labelOf("/admin/moderation/6f/suspendre")).toBe("À traiter");
  expect(labelOf("/admin/recours/6f")).toBe("À traiter");
  expect(labelOf("/admin/recherche")).toBeUndefined();
});

it.each(Object.keys(LISTS))("is led to %s by an entry for those who may see it", async (path) => {
  const { page } = await LISTS[path]!();
  expect(entryOf(path, OFFICE_MENU)?.needs ?? "office.read").toBe(page.access);
});
