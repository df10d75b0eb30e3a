import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, it } from "vitest";
import { PUBLIC_PAGES } from "~/platform/web/public-pages";
import routes from "../routes";
import { loader as robots } from "./robots";

/** Pages that anybody may open and that search engines are not told of, and why. */
const NOT_LISTED = {
  "/reservation/carte": "the list once more, on a map",
  "/api/docs": "for who writes programs: robots are kept out of /api",
  "/verification-email": "for who has just signed up",
  "/conditions": "for members who have to accept the terms",
  "/voir-comme": "for administrators who look at the site as somebody else",
  "/testpage": "the catalogue of components",
  "/__outbox": "the mails of a machine without a mail server",
};

interface Page {
  path: string;
  isPublic: boolean;
}

const isGroup = ({ file }: RouteConfigEntry) => file.startsWith("routes/groups/");

/** Every page, and whether it stands before all guards. */
function pagesOf(entries: readonly RouteConfigEntry[], isPublic = true): Page[] {
  return entries.flatMap((entry) => {
    const { file, path = "", children } = entry;
    if (children) return pagesOf(children, isPublic && !isGroup(entry));
    return file.endsWith(".tsx") ? [{ path: `/${path}`, isPublic }] : [];
  });
}

const pages = pagesOf(routes);

it("each page without a parameter that anybody may see is told to search engines, or why it is not", () => {
  const open = pages.filter(({ path, isPublic }) => isPublic && !/[:*]/.test(path));
  expect(open.map(({ path }) => path).sort()).toEqual(
    [...PUBLIC_PAGES, ...Object.keys(NOT_LISTED)].sort(),
  );
});

it("robots are kept from each page whose address holds a secret", async () => {
  const kept = (await robots().text()).match(/(?<=^Disallow: ).+$/gm) ?? [];
  const secret = pages.map(({ path }) => path).filter((path) => path.includes(":token"));
  expect(secret).toContain("/demandes/:token/:answer");
  expect(secret.filter((path) => !kept.some((start) => path.startsWith(start)))).toEqual([]);
});
