import { expect, it } from "vitest";
import { ShownVersions } from "./shown-versions";

const [A, B] = ["a".repeat(24), "b".repeat(24)];
const PAGES = [
  "/",
  "/reservation",
  "/reservation?city=lyon",
  "/reservation?start=&end=",
  "/reservation?city=lyon&start=2027-06-12&end=2027-06-12",
  "/reservation?%73tart=12%2F06%2F2027",
  `/reservation/${A}`,
  `/reservation/${A}?start=2027-06-12`,
  `/reservation/${B}`,
];

/** The pages that are others after a change. */
function changedBy(versions: ShownVersions, change: Parameters<ShownVersions["take"]>[0]) {
  const before = PAGES.map((page) => versions.of(page));
  versions.take(change);
  return PAGES.filter((page, place) => versions.of(page) !== before[place]);
}

it("changes a venue's page and listings for days when days are taken, and no other page", () => {
  const versions = new ShownVersions();
  for (let times = 0; times < 2; times += 1) {
    expect(changedBy(versions, { days: [A] })).toEqual([
      ...PAGES.slice(4, 6),
      `/reservation/${A}`,
      `/reservation/${A}?start=2027-06-12`,
    ]);
  }
});

it("changes every page with anything else", () => {
  const versions = new ShownVersions();
  const changes = [{ venues: [A] }, { owners: [A] }, { pages: true }, { anything: true }] as const;
  for (const change of changes) {
    versions.take({ days: [A] });
    expect(changedBy(versions, { ...structuredClone(change) } as object)).toEqual(PAGES);
  }
});
