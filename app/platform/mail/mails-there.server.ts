import { trusted } from "mongoose";

/**
 * The filter of mails that were at an address at a moment. Whoever has the address since brings theirs along, which may be
 * older: when they came counts, not when they were written alone.
 */
export function mailsThere(to: string, at: Date) {
  return {
    to,
    createdAt: trusted({ $lte: at }),
    movedAt: trusted({ $not: { $gt: at } }),
  };
}
