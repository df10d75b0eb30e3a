import { existsSync } from "node:fs";
import { at } from "./paths.mjs";

/**
 * Loads the project's `.env` when there is one. What the environment already says wins; with `WITHOUT_ENV_FILE=1`, which
 * measurements say, nothing else is read: what they start is led to no database of a developer's.
 */
export function loadEnvironment() {
  if (process.env.WITHOUT_ENV_FILE === "1") return;
  const file = at(".env");
  if (existsSync(file)) process.loadEnvFile(file);
}
