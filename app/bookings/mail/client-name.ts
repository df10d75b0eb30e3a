/** What owners' mails call their client: by name, or as one who has closed their account since. */
import { displayName } from "~/accounts/display-name";
import { ofName } from "~/platform/of-name";
import type { Person } from "./mail-paragraphs";

const SOMEBODY = "un client";

export function clientName(buyer: Person | undefined): string {
  return buyer ? displayName(buyer) : SOMEBODY;
}

/** At the beginning of a sentence. */
export function clientFirst(name: string): string {
  return name === SOMEBODY ? "Un client" : name;
}

/** 'de Paul D.', 'd’Aïcha M.', 'du client' */
export function ofClient(name: string): string {
  return name === SOMEBODY ? "du client" : ofName(name);
}
