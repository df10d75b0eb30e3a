import { env } from "~/platform/env.server";
import { searchInDatabase } from "./search-database.server";
import type { SearchEngine } from "./search-engine";
import { searchInMemory } from "./search-index.server";

/** The one that the environment chooses. */
export const searchEngine: SearchEngine =
  env.SEARCH_ENGINE === "mongo" ? searchInDatabase : searchInMemory;
