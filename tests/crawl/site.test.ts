import { readFile } from "node:fs/promises";
import { matchRoutes, type AgnosticRouteObject } from "@remix-run/router";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { HtmlValidate } from "html-validate";
import mongoose from "mongoose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { UserModel } from "@models/user";
import { RequestSession } from "~/platform/session.server";
import routeConfig from "~/routes";
import { crawl, hasId, isPage, ownPath, waysOf, type CrawledPage } from "../support/crawl";
import { PROVED } from "../support/members";
import { startTestStack, type Stack } from "../support/stack";

/**
 * Every page of the demo that a link leads to, as each kind of person, without JavaScript: no link and no form leads nowhere,
 * the HTML is valid, and what visitors see weighs no more than it may.
 */

const KINDS: [kind: string, email: string | null][] = [
  ["a visitor", null],
  ["a buyer", "cliente@exemple.fr"],
  ["an owner", "proprietaire@exemple.fr"],
  ["a town hall", "mairie@exemple.fr"],
  ["a master", "master@exemple.fr"],
  ["a newcomer", "nouveau@exemple.fr"],
  ["a super-admin", "admin@exemple.fr"],
  ["support", "support@exemple.fr"],
  ["finance", "finance@exemple.fr"],
  ["a reader of the back-office", "lecture@exemple.fr"],
];

/** Of what visitors see, with its style: ten packets (docs/benchmarks.md). */
const TEN_PACKETS = 14_600;
/** As long as the API has calls; for programmers. */
const API_DOCUMENT = "/api/docs";

let stack: Stack;
beforeAll(async () => {
  stack = await startTestStack({ seed: true });
  await mongoose.connect(stack.mongoUri, { autoIndex: false });
});
afterAll(async () => {
  await mongoose.disconnect();
  await stack.stop();
});

/** The header of a session of theirs. */
async function cookieOf(email: string): Promise<string> {
  const user = await UserModel.findOne({ email }).orFail().lean();
  let cookie = "";
  const session = new RequestSession(null, "vitest", (value) => (cookie = value));
  await session.start(user._id, PROVED);
  return cookie.split(";")[0] ?? "";
}

const treeOf = (entries: readonly RouteConfigEntry[]): AgnosticRouteObject[] =>
  entries.map(({ path, file, children, index }) =>
    index ? { path, id: file, index } : { path, id: file, children: treeOf(children ?? []) },
  );
const tree = treeOf(routeConfig);

/** The module that answers an address. */
function fileOf(path: string): string {
  const { pathname } = new URL(path, "http://own.invalid");
  return matchRoutes(tree, pathname)?.at(-1)?.route.id ?? "";
}

/** Whether forms may be sent to an address. */
async function takesForms(path: string): Promise<boolean> {
  const source = await readFile(`app/${fileOf(path)}`, "utf8");
  return /^export (?:const|async function|function) action\b/m.test(source);
}

const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });
/** What was looked at: one page of a module, as one kind of person sees it, is like the others. */
const validated = new Set<string>();

async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? "?"})`);
}

async function problemsOf({ path, answer }: CrawledPage, kind: string): Promise<string[]> {
  const { status, text, body } = answer;
  if (status >= 400) return [`is answered ${status}`];
  if (status >= 300 || !isPage(answer)) return [];
  const { actions, fragments } = waysOf(text, path);
  const problems = fragments
    .filter((id) => !hasId(text, id))
    .map((id) => `has a link to #${id}, which is not there`);
  for (const action of new Set(actions)) {
    const own = ownPath(action, path);
    if (own !== null && !(await takesForms(own)))
      problems.push(`has a form for ${own}, a dead one`);
  }
  if (kind === "a visitor" && body.length > TEN_PACKETS && path !== API_DOCUMENT) {
    problems.push(`weighs ${body.length} bytes`);
  }
  const alike = `${fileOf(path)} ${kind}`;
  if (!validated.has(alike)) problems.push(...(await faultsOf(text)));
  validated.add(alike);
  return problems;
}

it.each(KINDS)("%s finds nothing that leads nowhere", async (kind, email) => {
  const cookie = email ? await cookieOf(email) : "";
  const problems: string[] = [];
  let count = 0;
  for await (const page of crawl(stack.appUrl, cookie)) {
    count += 1;
    for (const problem of await problemsOf(page, kind)) {
      problems.push(`${page.path} (linked from ${page.from}) ${problem}`);
    }
  }
  expect(problems).toEqual([]);
  // A crawl that ends at the first page proves nothing.
  expect(count).toBeGreaterThan(50);
});
