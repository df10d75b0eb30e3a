import { expect } from "vitest";
import { askedBy } from "./asked-of-database";
import { leftBehind, named } from "./left-behind";
import { rendered } from "./rendered";
import { amissIn, toldAround, toldByPage, wornBy } from "./shown";
import type { Visitor } from "./visitor";

/** A cookie without its value, which is made at random or signed; of a message the words. */
function said(cookie: string): string {
  const [, name = "", value = "", attributes = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(cookie) ?? [];
  const [data = ""] = decodeURIComponent(value).split(".");
  const words = name === "toast" ? Buffer.from(data, "base64").toString() : "…";
  return `${name}=${words}${attributes}`;
}

/** Sends a page's form; what it answers, and what is different in the database afterwards. */
export async function sent(
  visitor: Visitor,
  path: string,
  form: Record<string, string>,
  now: Date,
): Promise<string> {
  const answered: unknown[] = [];
  const left = await leftBehind(async () => {
    const { status, headers } = await rendered(visitor, path, form);
    answered.push(status, headers.get("location"), ...headers.getSetCookie().map(said));
  }, now);
  return `${answered.join("\n")}\n${left}`;
}

/** What is made at random and nobody can know again, on pages that tell it once. */
const RANDOM: readonly [RegExp, string][] = [
  [/\b[A-Z2-7]{4}( [A-Z2-7]{4}){7}/g, "key"],
  [/(?<=secret=)[A-Z2-7]{32}/g, "key"],
  [/\b[A-Z2-9]{5}-[A-Z2-9]{5}\b/g, "recovery code"],
  [/\bpds_[\w-]{43}/g, "token"],
  [/(?<=lien=)[\w.-]+/g, "token"],
  [/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "random"],
];

/** What a visitor is shown at an address: what was asked of the database for it, what is told, and how it is dressed. */
export async function shownAt(
  visitor: Visitor,
  path: string,
  now: Date,
  form?: Record<string, string>,
): Promise<string> {
  const { html, told } = await pageAt(visitor, path, form);
  return plainly([...told, ...toldByPage(html), "", ...wornBy(html)], now);
}

/** What a visitor is shown around the page itself. */
export async function framedAt(visitor: Visitor, path: string, now: Date): Promise<string> {
  return plainly(toldAround((await pageAt(visitor, path)).html), now);
}

async function pageAt(visitor: Visitor, path: string, form?: Record<string, string>) {
  const { answer, asked } = await askedBy(() => rendered(visitor, path, form));
  const { status, headers } = answer;
  const told = [...asked, `${status} ${headers.get("location") ?? ""}`.trim()];
  const html = await answer.text();
  expect(amissIn(html)).toEqual([]);
  return { html, told };
}

function plainly(lines: readonly string[], now: Date): string {
  const text = RANDOM.reduce((left, [found, name]) => left.replace(found, name), lines.join("\n"));
  return named(text, now);
}
