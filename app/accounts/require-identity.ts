/** What an organisation has to have said of itself before it takes money or rents anything out. */
import type { User } from "@models/user";
import { Refusal, refusalMessage } from "~/platform/refusal";
import { mayLackRna } from "~/rules/registry-number";
import { REQUIRED } from "./profile-rules";

const NEEDED = {
  entityName: "le nom de la structure",
  natureOfCollectivity: "la nature de la collectivité",
  siret: "le numéro SIRET",
  INSEE: "le numéro INSEE",
  RNA: "le numéro RNA",
  phone: "le numéro de téléphone",
} as const;
type Needed = keyof typeof NEEDED;

/** The seat, which a contract names beside who lets. */
const SEAT = ["street", "postalCode", "city"] as const;

export const REQUIRED_IDENTITY_FIELDS = ["type role", ...Object.keys(NEEDED), ...SEAT].join(" ");

/** What an account says of itself, read with those fields. */
export type StatedIdentity = Partial<Pick<User, "type" | "role" | Needed | (typeof SEAT)[number]>>;

const list = new Intl.ListFormat("fr", { type: "conjunction" });

/** What is missing, in words, and in which card of the profile it is said, or said first: that of who it is, or of its address. */
export interface Lacking {
  field: "identity" | "seat";
  limit: string;
}

function lackingOf(
  account: StatedIdentity,
  asked: readonly Needed[] = Object.keys(NEEDED) as Needed[],
): Lacking | null {
  const { type, role, postalCode } = account;
  const kind = type === "Collectivité" ? type : role;
  if (kind === undefined || kind === "Particulier") return null;
  const unsaid = asked.filter((field) => REQUIRED[kind].includes(field) && !account[field]);
  // Whether an association may be without an RNA is known by its address, which is asked for first.
  const mayWait = unsaid.includes("RNA") && (!postalCode || mayLackRna(postalCode));
  const names: string[] = unsaid
    .filter((field) => field !== "RNA" || !mayWait)
    .map((field) => NEEDED[field]);
  const lacksSeat = SEAT.some((field) => !account[field]);
  if (lacksSeat) names.push("l’adresse");
  if (names.length === 0) return null;
  const isSeatFirst = lacksSeat && (names.length === 1 || mayWait);
  return { field: isSeatFirst ? "seat" : "identity", limit: list.format(names) };
}

/**
 * Holds an organisation to what its own profile asks for and a contract names: the signups, whose order and fields are given,
 * may leave it out, and its contracts would be in the name of whoever signed up. A person is named from the start.
 *
 * @throws Refusal("identity_incomplete") at `identity` or, where its address has to be said first, at `seat`, with what is missing
 */
export function requireIdentity(account: StatedIdentity): void {
  const lacking = lackingOf(account);
  if (lacking) throw new Refusal("identity_incomplete", lacking);
}

/** The same refusal as a page tells it before anything is sent: its message by its field; empty where nothing is missing. */
export function identityErrors(account: StatedIdentity): Record<string, string> {
  const lacking = lackingOf(account);
  return lacking ? { [lacking.field]: refusalMessage("identity_incomplete", lacking.limit) } : {};
}

/**
 * What an organisation's receipts would be made without, and never have: its name, a number that it is registered by, its seat. Nobody
 * is refused for that.
 *
 * @returns null where that is nothing, or for a person
 */
export function lackingOnReceipt(account: StatedIdentity): Lacking | null {
  const { siret, INSEE, RNA } = account;
  const isRegistered = Boolean(siret ?? INSEE ?? RNA);
  return lackingOf(account, isRegistered ? ["entityName"] : ["entityName", "siret", "RNA"]);
}
