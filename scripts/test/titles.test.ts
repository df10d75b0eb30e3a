import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/**
 * A tab, a bookmark and a screen reader tell pages apart by their titles alone: one of a list that goes on says where in
 * it it is, one of the back-office's records which one it is. What each says is held by integration tests.
 */

const routes = () =>
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", "app/routes"], { encoding: "utf8" })
    .split("\n")
    .filter((file) => file.endsWith(".tsx") && !file.startsWith("app/routes/testpage/"))
    .map((file) => ({ file, source: readFileSync(file, "utf8") }));

/** Its title is one and the same, whatever it shows. */
const isOneForAll = (source: string) =>
  /export const meta = pageMeta(<[^;]*?>)?\(\s*["`A-Z]/.test(source) &&
  !source.includes("pageNumber:");

const wrong = (files: ReturnType<typeof routes>) =>
  files
    .filter(
      ({ file, source }) =>
        /<Pagination\b|<ListFrame\b/.test(source) || /^app\/routes\/admin\/.*\$/.test(file),
    )
    .filter(({ source }) => isOneForAll(source))
    .map(({ file }) => file);

it("are of what a page shows, where pages of one kind show different things", () => {
  const files = routes();
  expect(wrong(files)).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});

it.each([
  ["app/routes/admin/avis/$id/index.tsx", `export const meta = pageMeta("Avis", {});`, true],
  [
    "app/routes/admin/avis/index.tsx",
    `export const meta = pageMeta("Avis", {}); <ListFrame />`,
    true,
  ],
  ["app/routes/admin/avis/index.tsx", `export const meta = listMeta; <ListFrame />`, false],
  ["app/routes/admin/avis/$id/index.tsx", `export const meta = pageMeta(question, {});`, false],
  ["app/routes/admin/a.tsx", `export const meta = pageMeta("A", {});`, false],
])("of %s with %s: wrong is %s", (file, source, isWrong) => {
  expect(wrong([{ file, source }])).toEqual(isWrong ? [file] : []);
});
