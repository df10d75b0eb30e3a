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
const plain = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown): unknown =>
    one instanceof Map ? Object.fromEntries(one) : one,
  )
    .replace(/"(\$?[\w.]+)":/g, "$1: ")
    .replaceAll(",", ", ");

/**
 * Does something, and tells each command that it asked, in the order of their words: which of two at once comes first is
 * nobody's choice.
 */
export async function askedBy<T>(act: () => Promise<T>): Promise<{ answer: T; asked: string[] }> {
  const asked: string[] = [];
  const hear = ({ commandName, command }: mongo.CommandStartedEvent) => {
    const collection: unknown = command[commandName];
    if (!COMMANDS.includes(commandName) || typeof collection !== "string") return;
    if (BY_ITSELF.has(collection)) return;
    const said = ASKED.flatMap((name) =>
      name === commandName || command[name] === undefined
        ? []
        : [`${name} ${plain(command[name])}`],
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
