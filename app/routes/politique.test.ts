import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { GUARD_DAYS } from "~/bookings/reserve/unpaid-holds.server";

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(`app/${file}`, "utf8")] as const);
/** How a cookie is set, and what it is called there. */
const SETS_ONE = /signedCookie\("|createCookie(?:SessionStorage)?\(\{|; Path=\//;
const CALLED = /(?:signedCookie\(|\bname: |\bNAME = )"([\w-]+)"/g;

const page = readFileSync("app/routes/politique.tsx", "utf8").replace(/\s+/g, " ");

it("names how long what is kept of network addresses is", () => {
  expect(GUARD_DAYS).toBe(3);
  expect(page).toContain("sans être payées au bout de trois jours");
});

it("names as many cookies as the code sets", () => {
  const found = sources
    .filter(([, source]) => SETS_ONE.test(source))
    .flatMap(([file, source]) => {
      const names = [...source.matchAll(CALLED)].map(([, name]) => name!);
      expect([file, names.length]).toEqual([file, 1]);
      return names;
    });
  // One more, or one less, is said on the page.
  expect(found.sort()).toEqual([
    ...["bandeaux", "device", "pending-email", "session", "toast", "wanted-stay"],
  ]);
  expect(page).toContain("six cookies essentiels");
});
