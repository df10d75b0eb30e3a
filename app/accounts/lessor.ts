/** Who rents a venue out, and what that makes of the contract: said before paying and in the mails about it. */
import type { OwnerKind } from "@models/enumerations";
import type { Lessor, Reservation } from "@models/reservation";
import type { User } from "@models/user";
import { registrationText } from "~/rules/registry-number";
import { townText } from "~/rules/town";
import { displayName } from "./display-name";

export function ownerKind({
  type,
  role,
  natureOfCollectivity,
}: Partial<Pick<User, "type" | "role" | "natureOfCollectivity">>): OwnerKind | undefined {
  if (type !== "Collectivité") return role;
  return natureOfCollectivity === "Commune" ? "Commune" : "Collectivité";
}

const SEAT = ["street", "postalCode", "city", "country", "siret", "INSEE", "RNA"] as const;
export const LESSOR_FIELDS = `name lastname entityName type role natureOfCollectivity ${SEAT.join(" ")}`;
type Seat = Partial<Pick<User, (typeof SEAT)[number]>>;

/** What of an account is read to say who it is that rents out. */
export type LessorFacts = Parameters<typeof displayName>[0] &
  Parameters<typeof ownerKind>[0] &
  Seat;

export function lessorOf(owner: LessorFacts): Lessor {
  const kind = ownerKind(owner);
  const isPersons = kind === undefined || kind === "Particulier";
  return { name: displayName(owner), kind, ...(isPersons ? {} : seatOf(owner)) };
}

/**
 * With whom the contract of a reservation is: whoever its owner was when it was made, or is, where that was not kept yet.
 *
 * @returns null where they are gone
 */
export function lessorIn(
  { lessor }: Pick<Reservation, "lessor">,
  owner: LessorFacts | null | undefined,
): Lessor | null {
  return owner ? (lessor ?? lessorOf(owner)) : null;
}

function seatOf({ street, siret, INSEE, RNA, ...place }: Seat) {
  const address = [street, townText(place)].filter(Boolean).join(", ");
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
