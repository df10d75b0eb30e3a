/** What an organisation has to have said of itself before it takes money or rents anything out. */
import type { User } from "@models/user";
import { Refusal } from "~/platform/refusal";
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

export const REQUIRED_IDENTITY_FIELDS = `type role postalCode ${Object.keys(NEEDED).join(" ")}`;

/** What an account says of itself, read with those fields. */
export type StatedIdentity = Partial<Pick<User, "type" | "role" | "postalCode" | Needed>>;

const list = new Intl.ListFormat("fr", { type: "conjunction" });

/**
 * Holds an organisation to what its own profile asks for: the signups, whose order and fields are given, may leave it out, and
 * its contracts would be in the name of whoever signed up. A person is named from the start.
 *
 * @throws Refusal("identity_incomplete") at `identity`, with what is missing
 */
export function requireIdentity(account: StatedIdentity): void {
  const { type, role, postalCode = "" } = account;
  const kind = type === "Collectivité" ? type : role;
  if (kind === undefined || kind === "Particulier") return;
  const fields = (Object.keys(NEEDED) as Needed[]).filter((field) =>
    REQUIRED[kind].includes(field),
  );
  const missing = fields.filter(
    (field) => !account[field] && !(field === "RNA" && mayLackRna(postalCode)),
  );
  if (missing.length === 0) return;
  const limit = list.format(missing.map((field) => NEEDED[field]));
  throw new Refusal("identity_incomplete", { field: "identity", limit });
}
