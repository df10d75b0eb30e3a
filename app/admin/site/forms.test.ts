import { expect, it } from "vitest";
import { noticeInput } from "./forms";

it("tells a banner's two moments apart where both are missing", () => {
  const { error } = noticeInput.schema.safeParse({ text: "Essai", kind: "info", audience: "all" });
  const messages = error!.issues
    .filter(({ path: [field] }) => field === "from" || field === "until")
    .map(({ message }) => message);
  expect(messages).toEqual([
    "Indiquez la date et l’heure du début, à l’heure de Paris.",
    "Indiquez la date et l’heure de la fin, à l’heure de Paris.",
  ]);
});
