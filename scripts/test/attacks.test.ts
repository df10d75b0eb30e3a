import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What is tried against the product, by the number that the names of tests have of it: 'attack 7: stops after ten'. */
const ATTACKS = [
  "an unsafe method that another site sends",
  "a change of state by GET",
  "each route by each kind of visitor, for what is their own, another's and no id",
  "fields that give rights",
  "operators and odd names in place of texts",
  "whether an e-mail is known, by the answer or by its time",
  "passwords tried one after the other",
  "codes tried in parallel",
  "a session's id from before the login",
  "where a login leads on to",
  "fetches by the server to what lies inside",
  "what is no picture, or two things at once",
  "bodies too large, of too many parts, too slow",
  "markup in what people typed",
  "line ends in what a mail's header has",
  "another amount, currency, account or price",
  "days that are none, and days that the clocks change",
  "two hundred overlapping attempts in two processes",
  "accept, refuse, cancel and expire at once",
  "forged and repeated webhooks",
  "webhooks that come early, late or never",
  "a deed done at Stripe whose answer is lost",
  "a database that is killed",
  "a program that is killed in mid-deed",
  "five hundred slow senders, and a stop under load",
  "JSON of millions of values, one huge text, deep nesting",
  "days held without paying, again and again",
  "uploads that stall, pictures small to send and large to decode",
  "a stranger who locks somebody out",
  "odd characters, targets and names of fields",
  "a proxy that changes Host",
  "a full disk",
  "a lock that a killed process left",
];

it("every attack has a test that is named after it", () => {
  const tests = execFileSync("git", ["ls-files", "*.test.ts", "*.test.tsx"], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean);
  // In a name, not in a comment.
  const named = tests.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^[^/*\n]*["`][^"`\n]*\battack (\d+)\b/gm)].map(
      ([, number]) => Number(number),
    ),
  );
  const numbers = ATTACKS.map((_, index) => index + 1);
  expect([...new Set(named)].sort((a, b) => a - b)).toEqual(numbers);
});
