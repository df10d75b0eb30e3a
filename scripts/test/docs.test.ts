import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { TIMETABLE, type TimedJob } from "@jobs/timetable";
import { PAYMENT_CASE_KINDS } from "@models/payment-case";

/** What the documents name that is others', or is told of as what is no more or was not taken. */
const NOT_OURS = new Set([
  ...["createActionApiRoute", "currentColor", "getZodConstraint", "preStop", "removeOnComplete"],
  ...["totalKeysExamined", "citySearch", "hiddenAt"],
]);

const filesOf = (...patterns: string[]) =>
  execFileSync("git", ["ls-files", ...patterns], { encoding: "utf8" })
    .trim()
    .split("\n");
const textOf = (file: string) => readFileSync(file, "utf8");

it("what the documents name in the code is there", () => {
  const sources = filesOf("*.ts", "*.tsx", "*.mjs", "*.js", "*.py", "*.yaml", "package.json");
  const known = new Set(
    sources
      .filter((file) => file !== "scripts/test/docs.test.ts")
      .flatMap((file) => textOf(file).match(/[\w$]+/g) ?? []),
  );
  const unknown = filesOf("*.md").flatMap((file) => {
    // Written with a capital inside: no word of a sentence, no command.
    const named = textOf(file).match(/(?<=`)[a-z]+[A-Z][A-Za-z]*(?=(?:\(\))?`)/g) ?? [];
    return named.filter((name) => !known.has(name)).map((name) => `${file}: ${name}`);
  });
  expect(unknown.filter((line) => !NOT_OURS.has(line.split(": ")[1]!))).toEqual([]);
  expect(new Set(unknown.map((line) => line.split(": ")[1]!))).toEqual(NOT_OURS);
});

it("each kind of case that a payment makes is told to who runs the product", () => {
  const [told = ""] = textOf("docs/operations.md")
    .split("## Money that needs a person")[1]!
    .split("\n## ");
  expect(PAYMENT_CASE_KINDS.filter((kind) => !told.includes(`\`${kind}\``))).toEqual([]);
});

it("each job that fails at every turn has somebody woken, and the rules name no other", () => {
  const rules = textOf("docs/operations.md").split("```yaml")[1]!.split("```")[0]!;
  const jobs = Object.keys(TIMETABLE);
  const woken = [...rules.matchAll(/job_failures\{job(=~|!~)"([^"]+)"\}/g)].map(
    ([, sign, names = ""]) => {
      const named = names.split("|");
      expect(named.filter((name) => !jobs.includes(name))).toEqual([]);
      return jobs.filter((job) => named.includes(job) === (sign === "=~"));
    },
  );
  expect(woken.flat().sort()).toEqual([...jobs].sort());
});

const HOUR = 3_600_000;
/** What is woken for within the hour: what moves money, where it has a turn each hour, and the mails. */
const isSoon = (name: string, { movesMoney, ...job }: TimedJob) =>
  name === "send-mails" || (movesMoney === true && "every" in job && job.every <= HOUR);
/** Whether it has a turn each day at least. */
const isDaily = (job: TimedJob) =>
  "every" in job ? job.every <= 24 * HOUR : job.cron.endsWith(" * * *");

it("each job wakes somebody as soon as what it does asks for, and none that rests for days by its rest", () => {
  const rules = textOf("docs/operations.md").split("```yaml")[1]!.split("```")[0]!;
  const jobs = Object.entries<TimedJob>(TIMETABLE);
  const soon = jobs.filter(([name, job]) => isSoon(name, job)).map(([name]) => name);
  const told = [...rules.matchAll(/job(?:=~|!~)"([^"]+)"/g)].map(([, names = ""]) => names);
  expect(told).toHaveLength(3);
  for (const names of told) expect(names.split("|").sort()).toEqual(soon.toSorted());
  const excepted = [...rules.matchAll(/job!="([^"]+)"/g)].map(([, name]) => name);
  const rare = jobs.filter(([, job]) => !isDaily(job)).map(([name]) => name);
  expect(excepted.sort()).toEqual(rare.sort());
});

it("an upgrade ends with a second set-up: what old processes store until their end is caught up with by no other", () => {
  const [told = ""] = textOf("docs/operations.md")
    .split("## Upgrading without a stop")[1]!
    .split("\n## ");
  const last = told.match(/^\d+\. .*/gm)!.at(-1);
  expect(last).toContain("Once no old process runs, run `setup.js`");
});

it("what the guide has looked for in the database by the beginning of a mail's key is a beginning that mails have", () => {
  const sought = ["docs/operations.md", "app/admin/backup/keep-list.server.ts"].map(textOf).join();
  const told = [...sought.matchAll(/\bkey: \/\^([\w-]+:)/g)].map(([, beginning = ""]) => beginning);
  expect(told).toEqual(expect.arrayContaining(["email-changed:", "banned:", "unused:"]));
  const made = filesOf("app/**/*.server.ts").map(textOf).join("\n");
  // Written whole, or made of what was decided.
  const isMade = (beginning: string) =>
    made.includes(`\`${beginning}\${`) ||
    made.includes(`queueDecision("${beginning.slice(0, -1)}"`);
  expect(told.filter((beginning) => !isMade(beginning))).toEqual([]);
});

it("each variable that the product reads is in .env.example", () => {
  const read =
    textOf("app/platform/env.server.ts").match(/(?<=^ {2})[A-Z][A-Z0-9_]+(?=: )/gm) ?? [];
  const told = textOf(".env.example").match(/(?<=^#?)[A-Z][A-Z0-9_]+(?==)/gm) ?? [];
  // DB_PORT is a script's, RELEASE is compose.yaml's.
  expect([...told].sort()).toEqual([...new Set([...read, "DB_PORT", "RELEASE"])].sort());
});

it("each folder of the back-office is told of in the architecture", () => {
  const told = textOf("docs/architecture.md")
    .split(/^ {2}(?=admin\/)/m)[1]!
    .split(/^ {2}(?=platform\/)/m)[0]!;
  const folders = readdirSync("app/admin", { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const names = folders.map(({ name }) => name);
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(told))).toEqual([]);
});

it("what documents and comments point at in the repository is there", () => {
  const files = filesOf();
  const isThere = (path: string) =>
    files.some((file) => file === path || file.startsWith(`${path}-`));
  const written = files
    // Where the rooms of the house are tried, files are named that must not be.
    .filter(
      (file) => /\.(?:md|tsx?|mjs|css)$/.test(file) && file !== "scripts/lint/boundaries.test.ts",
    )
    .map((file) => ({ file, text: textOf(file) }))
    .map(({ file, text }) => ({
      file,
      told: file.endsWith(".md") ? text : (text.match(/\/\*[^]*?\*\/|\/\/.*/g) ?? []).join("\n"),
    }));
  const gone = written.flatMap(({ file, told }) => {
    const paths = told.match(
      /(?<![\w/.-])(?:app|docs|jobs|models|sandbox|scripts|tests)\/[\w$/.-]+\.(?:tsx?|mjs|css|md)\b/g,
    );
    const decisions = told.match(/(?<=\bdecisions?[ /])\d{3}\b/g) ?? [];
    const named = [...(paths ?? []), ...decisions.map((number) => `docs/decisions/${number}`)];
    return named.filter((path) => !isThere(path)).map((path) => `${file}: ${path}`);
  });
  expect(gone).toEqual([]);
});
