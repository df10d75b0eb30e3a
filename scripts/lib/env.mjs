import { existsSync } from "node:fs";
import { at } from "./paths.mjs";

/** Loads the project's `.env` when there is one. What the environment already says wins. */
export function loadEnvironment() {
  const file = at(".env");
  if (existsSync(file)) process.loadEnvFile(file);
}
