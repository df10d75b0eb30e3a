import { inspect } from "node:util";
import mongoose, { type mongo } from "mongoose";
import { JOBS_COLLECTION, type JobName } from "@jobs/queue";
import type { ContentChange } from "@models/setting";
import { contentMark, contentSince } from "~/platform/content-version.server";
import { daysBetween, todayInParis } from "~/platform/days";

/**
 * What an act leaves in the database, tells kept pages and searches, and asks jobs for, in words that are the same whenever
 * it is done.
 */

type Documents = Map<string, Record<string, unknown>>;

/** What changes by itself: counts of tries and visits, what is kept for speed; and what is told otherwise, versions and jobs. */
const BY_ITSELF = new Set(["settings", "ratelimits", "daycounts", "agendaJobs"]);
/** A mail's text once more, laid out (mail-layout.test.ts), and what is in its file (calendars.test.ts). */
const HELD_ELSEWHERE = new Set(["html", "content"]);
/** Numbers that grow with whatever happened before; a text of such a name, a statement's last year, is told. */
const COUNTED = new Set(["lock", "last", "turns"]);
const QUARTER_MS = 15 * 60_000;

async function everything(): Promise<Documents> {
  const collections = (await mongoose.connection.db?.collections()) ?? [];
  const read = collections.filter(({ collectionName }) => !BY_ITSELF.has(collectionName));
  const found = await Promise.all(read.map((collection) => collection.find().toArray()));
  return new Map(
    read.flatMap(({ collectionName }, place) =>
      found[place]!.map(({ _id, ...fields }) => [`${collectionName} ${String(_id)}`, fields]),
    ),
  );
}

const printed = (value: unknown) =>
  inspect(value, { depth: null, compact: 8, breakLength: 116, sorted: true, maxArrayLength: null });

/** What differs between two states of a document; undefined is a field that is gone. */
function changed(before: Record<string, unknown>, after: Record<string, unknown>) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differing = names.filter((name) => printed(before[name]) !== printed(after[name]));
  return Object.fromEntries(differing.map((name) => [name, after[name]]));
}

/** Plain values; instants by how far they are from now. */
function plain(value: unknown, now: Date, without: readonly string[]): unknown {
  if (value instanceof Date) {
    const quarters = Math.round((value.getTime() - now.getTime()) / QUARTER_MS);
    return quarters === 0 ? "now" : `now ${quarters > 0 ? "+" : ""}${quarters / 4} h`;
  }
  if (value instanceof mongoose.Types.ObjectId) return value.toString();
  if (value instanceof mongoose.mongo.Binary) return "bytes";
  if (Array.isArray(value)) return value.map((one) => plain(one, now, without));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (HELD_ELSEWHERE.has(name) || without.includes(name)) return [];
      const isCounted = COUNTED.has(name) && typeof one === "number";
      return [[name, isCounted ? "counted" : plain(one, now, without)]];
    }),
  );
}

/**
 * The same text with a name for each thing that is made at random, in the order in which they are met, and days by how
 * far they are from today.
 */
export function named(text: string, now: Date): string {
  const names = new Map<string, string>();
  const name = (kind: string) => (found: string) => {
    if (!names.has(found)) names.set(found, `${kind}-${names.size + 1}`);
    return names.get(found)!;
  };
  const today = todayInParis(now);
  return (
    text
      .replace(/\bhttps?:\/\/127[^\s']*/g, "address of the sandbox")
      .replace(/(\$argon2id\$v=\d+\$m=\d+,t=\d+,p=\d+)\$[^']+/g, "$1")
      .replace(/(?<=\/reinitialisation-mot-de-passe\/|lien=)[\w.-]+/g, "token")
      .replace(/(?<=')\d{6}(?=\\n')/g, "code")
      .replace(/(?<=salt: ')[\w-]+/g, "random")
      .replace(/(?<=termsVersion: ')[\d-]+/g, "version")
      .replace(/\b[12]\d{9}\b/g, "instant")
      .replace(/\b[0-9a-f]{24}\b/g, name("id"))
      .replace(/(?<![\w/-])[\w-]{32,}(?![\w/])/g, "random")
      .replace(/\b[a-z]{2,5}_(?=[A-Za-z0-9]*[A-Z0-9])[A-Za-z0-9]{6,}\b/g, (id) =>
        name(id.split("_")[0]!)(id),
      )
      .replace(/\bPDS-[0-9A-Z-]+/g, "reference")
      .replace(/\b[\w.-]+@exemple\.fr/g, name("address"))
      .replace(/\b[a-z]+-[a-z]+-[0-9a-z]{1,4}(?=')/g, name("tag"))
      .replace(/\b20\d\d-A?\d{5,6}\b/g, name("number"))
      // What a fixture calls a venue runs with the tests before.
      .replace(/\bLa Grande Salle \d+/g, name("hall"))
      // Who conflicts with another write tries again.
      .replace(/(?<='supplement:[\w-]+:)\d+(?=')/g, "try")
      .replace(/(?<=receipt:|credit_note:)20\d\d/g, "year")
      .replace(/\b(\d\d)\/(\d\d)\/(20\d\d)\b/g, "$3-$2-$1")
      .replace(/\b20\d\d-\d\d-\d\d(?!\d)/g, (day) => {
        const days = daysBetween(today, day);
        return days === 0 ? "today" : `today${days > 0 ? "+" : ""}${days}`;
      })
  );
}

/** Values in words that are the same whenever they are asked for. */
export const told = (value: unknown, now: Date) => named(printed(plain(value, now, [])), now);

/** Listens to what is asked of the queue, even where the same waits there already; what it gives ends that, and says it. */
function hearJobs(): () => string[] {
  const jobs = new Set<JobName>();
  const hear = ({ command }: mongo.CommandStartedEvent) => {
    if (command.update !== JOBS_COLLECTION) return;
    for (const { q } of command.updates as { q: { name?: JobName } }[])
      if (q.name) jobs.add(q.name);
  };
  const client = mongoose.connection.getClient().on("commandStarted", hear);
  return () => {
    client.off("commandStarted", hear);
    return [...jobs].sort().map((job) => `asked for: ${job}`);
  };
}

/** What every process was told of, each once. */
const toldOf = (changes: readonly ContentChange[]) => {
  const lines = changes.flatMap(({ by: _, ...change }) =>
    Object.entries(change).map(([what, whose]) =>
      Array.isArray(whose) ? `told: ${what} of ${[...new Set(whose)].join(", ")}` : `told: ${what}`,
    ),
  );
  return [...new Set(lines)];
};

interface Further {
  /** Fields that other tests hold. */
  without?: readonly string[];
  /** What else it did, asked afterwards. */
  also?: () => readonly string[];
}

/**
 * What an act adds to the database (`+`), changes in it (`~`, with the fields that differ) and takes from it (`-`); then
 * the changes that it told of, and the jobs that it asked for.
 *
 * @param now the instant that the act takes for now, to a quarter of an hour
 */
export async function leftBehind(
  act: () => Promise<unknown>,
  now: Date,
  { without = [], also = () => [] }: Further = {},
): Promise<string> {
  const before = await everything();
  const mark = await contentMark();
  const jobs = hearJobs();
  await act();
  const after = await everything();
  const { changes } = await contentSince(mark);
  const lines: string[] = [];
  for (const [key, fields] of after) {
    const old = before.get(key);
    const differing = old ? changed(old, fields) : fields;
    if (old && Object.keys(differing).length === 0) continue;
    lines.push(`${old ? "~" : "+"} ${key} ${printed(plain(differing, now, without))}`);
  }
  for (const key of before.keys()) if (!after.has(key)) lines.push(`- ${key}`);
  // Collections are listed in no order; within one the order in which they were written stays.
  const collection = (line: string) => line.split(" ")[1] ?? "";
  lines.sort((one, other) => collection(one).localeCompare(collection(other)));
  // Last, so that a venue has the name here that it has above.
  const further = [...toldOf(changes ?? [{ anything: true }]), ...jobs()];
  return named([...also(), ...lines, ...further].join("\n"), now);
}
