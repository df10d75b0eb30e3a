import mongoose, { type mongo } from "mongoose";

/** What is asked of the database: whose documents, which of their fields, in which order, how many. */

/** Asked by every request, or by the clock. */
const BY_ITSELF = new Set(["settings", "ratelimits", "daycounts", "sessions"]);
const COMMANDS = ["find", "aggregate", "count", "distinct", "update", "delete", "findAndModify"];
const ASKED = [
  ...["filter", "query", "pipeline", "key", "projection", "fields", "sort", "skip", "limit"],
  ...["updates", "deletes", "update", "remove"],
];

/** As it would be written, with ids and instants as texts; an order of fields is a Map. */
const plain = (value: unknown, without: readonly string[]) =>
  JSON.stringify(value, (name, one: unknown): unknown => {
    if (without.includes(name)) return undefined;
    return one instanceof Map ? Object.fromEntries(one) : one;
  })
    .replace(/"(\$?[\w.]+)":/g, "$1: ")
    .replaceAll(",", ", ");

/** What a command changes in what it finds. */
const CHANGE = ["u", "update"];

/**
 * Does something, and tells each command that it asked, in the order of their words: which of two at once comes first is
 * nobody's choice.
 *
 * @param told.changes also what is changed in what was asked for; false where that is told otherwise
 * @param told.sessions also what is asked of who is there
 */
export async function askedBy<T>(
  act: () => Promise<T>,
  { changes = true, sessions = false }: { changes?: boolean; sessions?: boolean } = {},
): Promise<{ answer: T; asked: string[] }> {
  const without = changes ? [] : CHANGE;
  const asked: string[] = [];
  const hear = ({ commandName, command }: mongo.CommandStartedEvent) => {
    const collection: unknown = command[commandName];
    if (!COMMANDS.includes(commandName) || typeof collection !== "string") return;
    if (BY_ITSELF.has(collection) && !(sessions && collection === "sessions")) return;
    const said = ASKED.flatMap((name) =>
      name === commandName || without.includes(name) || command[name] === undefined
        ? []
        : [`${name} ${plain(command[name], without)}`],
    );
    asked.push(`${commandName} ${collection}: ${said.join(", ")}`);
  };
  const client = mongoose.connection.getClient().on("commandStarted", hear);
  try {
    return { answer: await act(), asked: asked.sort() };
  } finally {
    client.off("commandStarted", hear);
  }
}

/** What is made at random, or depends on the day. */
const RANDOM: readonly [RegExp, string][] = [
  [/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, "instant"],
  [/\b20\d\d-\d\d-\d\d(?!\d)/g, "day"],
  [/\b[0-9a-f]{24}\b/g, "id"],
  [/\b[a-z]{2,5}_[A-Za-z0-9]{6,}\b/g, "id"],
  [/\bPDS-[0-9A-Z-]+/g, "reference"],
  [/\b[\w-]{32,}(?![\w:])/g, "random"],
  [/\bday:[AP]M\b/g, "half day"],
  [/\b[\w.+-]+@[\w.]+\b/g, "address"],
  [/(?<=receipt:|credit_note:)20\d\d/g, "year"],
  [/(?<="reservation-[\w:-]*:)\d+(?=:)/g, "number"],
  [/(?<=(?:total|refunded): )[1-9]\d*/g, "sum"],
  // As many as there are.
  [/(?<=\[)("[^"]*")(?:, \1)+(?=\])/g, "$1, …"],
];

/** Each kind of command once: how often, whom it is about and on which day differs from one time to the next. */
export function kindsOf(asked: Iterable<string>): string[] {
  const kinds = [...asked].map((one) =>
    RANDOM.reduce((left, [found, name]) => left.replace(found, name), one),
  );
  return [...new Set(kinds)].sort();
}
