import { connectDatabase } from "./database.server";
import { env } from "./env.server";

interface Options {
  /** How soon a database that is silent is given up; see `connectDatabase`. */
  manner?: "watchful" | "patient";
  /** Where the line goes. */
  say?: (line: string) => void;
}

/**
 * Connects a program; without a database ends it with 1 and one line that says which was asked and what it did,
 * rather than with a stack.
 */
export async function connectProgram({ manner, say = console.error }: Options = {}): Promise<void> {
  try {
    await connectDatabase(env.MONGODB_URI, manner);
  } catch (error) {
    const name = nameOf(env.MONGODB_URI);
    const why = error instanceof Error ? error.message : String(error);
    say(`La base de données ${name} ne peut pas être jointe (${why}).`);
    process.exit(1);
  }
}

/** A database's address without what may be secret: who connects, and the options. */
function nameOf(uri: string): string {
  return uri.replace(/\/\/.*@/s, "//").replace(/\?.*/s, "");
}
