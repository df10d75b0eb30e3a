import { connectDatabase, databaseVersion } from "./database.server";
import { env } from "./env.server";

interface Options {
  /** How soon a database that is silent is given up; see `connectDatabase`. */
  manner?: "watchful" | "patient";
  /** Where the line goes. */
  say?: (line: string) => void;
}

/** The oldest MongoDB that answers all that is asked of it; `scripts/database/mongod.mjs` takes no older one either. */
export const OLDEST_MONGODB = 7;

/**
 * Connects a program; without a database, or with one that is too old, ends it with 1 and one line that says which was
 * asked and what is wrong with it, rather than with a stack.
 */
export async function connectProgram({ manner, say = console.error }: Options = {}): Promise<void> {
  const problem = await problemOfDatabase(manner);
  if (problem === null) return;
  say(`La base de données ${nameOf(env.MONGODB_URI)} ${problem}.`);
  process.exit(1);
}

/** What keeps a program from its database; null: it is connected. */
async function problemOfDatabase(manner: Options["manner"]): Promise<string | null> {
  try {
    await connectDatabase(env.MONGODB_URI, manner);
    const version = await databaseVersion();
    if (Number.parseInt(version, 10) >= OLDEST_MONGODB) return null;
    return `est un MongoDB ${version}\u00a0: il faut la version ${OLDEST_MONGODB} ou une plus récente`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `ne peut pas être jointe (${why})`;
  }
}

/** A database's address without what may be secret: who connects, and the options. */
function nameOf(uri: string): string {
  return uri.replace(/\/\/.*@/s, "//").replace(/\?.*/s, "");
}
