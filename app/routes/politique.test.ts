import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const sources = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => [file, readFileSync(`app/${file}`, "utf8")] as const);
/** How a cookie is set, and what it is called there. */
const SETS_ONE = /signedCookie\("|createCookie(?:SessionStorage)?\(\{|; Path=\//;
const CALLED = /(?:signedCookie\(|\bname: |\bNAME = )"([\w-]+)"/g;

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
  const page = readFileSync("app/routes/politique.tsx", "utf8").replace(/\s+/g, " ");
  expect(page).toContain("six cookies essentiels");
});
