import { trusted } from "mongoose";

/**
 * Texts that hold `part`, in any case. A pattern as a string: see models/engine.ts. It looks at the newest
 * first and stops at a full page, under an index of the list's order.
 */
export function containing(part: string) {
  const escaped = part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return trusted({ $regex: escaped, $options: "i" });
}
