import { createHash } from "node:crypto";

/** Tells one plain value from others, by its JSON. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url");
}
