/** How sentences name the other side of a reservation: by its name or, once its account is closed, by its part in it. */
import { ofName } from "~/platform/of-name";

/** In the middle of a sentence. */
export const PARTS = { buyer: "le client", owner: "le propriétaire" } as const;

const isPart = (other: string) => other === PARTS.buyer || other === PARTS.owner;

/** At the beginning of a sentence: 'Hugo L.', 'Le client'. */
export function otherFirst(other: string): string {
  return isPart(other) ? `L${other.slice(1)}` : other;
}

/** 'de Hugo L.', 'd’Aïcha M.', 'du client' */
export function ofOther(other: string): string {
  return isPart(other) ? `du${other.slice(2)}` : ofName(other);
}

/** 'à Hugo L.', 'au client' */
export function toOther(other: string): string {
  return isPart(other) ? `au${other.slice(2)}` : `à ${other}`;
}
