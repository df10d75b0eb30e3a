/** Who rents a venue out, and what that makes of the contract: said before paying and in the mails about it. */
import type { PrivateRole } from "@models/enumerations";
import type { User } from "@models/user";
import { registrationText } from "~/rules/registry-number";
import { displayName } from "./display-name";

/** A local authority that is no commune is named by its broader word. */
export type OwnerKind = PrivateRole | "Commune" | "Collectivité";

export function ownerKind({
  type,
  role,
  natureOfCollectivity,
}: Partial<Pick<User, "type" | "role" | "natureOfCollectivity">>): OwnerKind | undefined {
  if (type !== "Collectivité") return role;
  return natureOfCollectivity === "Commune" ? "Commune" : "Collectivité";
}

/** What others are told of who rents out. */
export interface Lessor {
  /** As they are called before others: `displayName`. */
  name: string;
  kind?: OwnerKind;
  /** Where an organisation has its seat, and what it is registered as; never a private person's. */
  address?: string;
  registration?: string;
}

const SEAT = ["street", "postalCode", "city", "siret", "INSEE", "RNA"] as const;
export const LESSOR_FIELDS = `name lastname entityName type role natureOfCollectivity ${SEAT.join(" ")}`;
type Seat = Partial<Pick<User, (typeof SEAT)[number]>>;

export function lessorOf(
  owner: Parameters<typeof displayName>[0] & Parameters<typeof ownerKind>[0] & Seat,
): Lessor {
  const kind = ownerKind(owner);
  const isPersons = kind === undefined || kind === "Particulier";
  return { name: displayName(owner), kind, ...(isPersons ? {} : seatOf(owner)) };
}

function seatOf({ street, postalCode, city, siret, INSEE, RNA }: Seat) {
  const town = [postalCode, city].filter(Boolean).join(" ");
  const address = [street, town].filter(Boolean).join(", ");
  const registration = registrationText({ siret, INSEE, RNA });
  return { ...(address && { address }), ...(registration && { registration }) };
}

/** With whom the contract is and, of a professional, where they are found (code de la consommation, L111-1, D111-8). */
export function lessorLines(lessor: Lessor): string[] {
  const { address, registration } = lessor;
  const lines = [`Loué par ${lessorName(lessor)}`, address, registration];
  return lines.filter((line) => line !== undefined);
}

/** 'Les Tilleuls (Association)' */
export function lessorName({ name, kind }: Lessor): string {
  return kind ? `${name} (${kind})` : name;
}

/**
 * What a customer has to know of the contract before it binds them, and to keep (code de la consommation, L221-5,
 * L221-13, D111-8).
 *
 * @param lessor null where the account is gone
 */
export function contractTexts(lessor: Lessor | null): string[] {
  return [...(lessor?.kind === "Particulier" ? [BETWEEN_PRIVATE_PEOPLE] : []), NO_WITHDRAWAL];
}

const BETWEEN_PRIVATE_PEOPLE =
  "Ce propriétaire est un particulier\u00a0: les règles du droit de la consommation qui obligent les professionnels ne s’appliquent pas entre vous et lui.";
const NO_WITHDRAWAL =
  "Pas de droit de rétractation pour une location à des dates précises (article L.\u00a0221-28, 12° du code de la consommation).";
