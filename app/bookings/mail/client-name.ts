/** What owners' mails call their client: by name, or as one who has closed their account since. */
import { displayName } from "~/accounts/display-name";
import { PARTS } from "~/rules/other-side";
import type { Person } from "./mail-paragraphs";

/** For `otherFirst` and its like. */
export function clientName(buyer: Person | undefined): string {
  return buyer ? displayName(buyer) : PARTS.buyer;
}
