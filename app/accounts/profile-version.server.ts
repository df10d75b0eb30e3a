import type { User } from "@models/user";
import { digestOf } from "~/platform/digest.server";
import { Refusal } from "~/platform/refusal";
import type { Address, Identity } from "./profile-rules";

/** The identity's fields that only some kinds of account have: one that an edit neither says nor keeps is taken away. */
export const KIND_FIELDS = [
  "role",
  "natureOfCollectivity",
  "dateOfBirth",
  "entityName",
  "siret",
  "INSEE",
  "phone",
  "RNA",
] as const satisfies readonly (keyof Identity)[];

/** What the identity form shows and writes. */
export const IDENTITY_FIELDS = [
  "name",
  "lastname",
  ...KIND_FIELDS,
  "vatRegime",
  "vatNumber",
] as const satisfies readonly (keyof Identity)[];

/** What the address form shows and writes. */
export const ADDRESS_FIELDS = [
  "street",
  "postalCode",
  "city",
  "country",
] as const satisfies readonly (keyof Address)[];

type ProfileField = (typeof IDENTITY_FIELDS | typeof ADDRESS_FIELDS)[number];
type Recorded = Partial<Pick<User, ProfileField>>;

/** Tells what an account says in these fields from what it said at another time. */
export function versionOfFields(recorded: Recorded, fields: readonly ProfileField[]): string {
  return digestOf(fields.map((field) => recorded[field] ?? null));
}

/**
 * Refuses a form that was shown before the record changed: it writes all its fields, those too that nobody touched. The
 * same form once more changes nothing, and is not refused.
 *
 * @param version what the page showed (`versionOfFields`); absent: there was no page
 * @throws Refusal("profile_changed")
 */
export function requireAsShown(
  { before, after }: { before: Recorded; after: Recorded },
  fields: readonly ProfileField[],
  version: string | undefined,
): void {
  if (version === undefined) return;
  const recorded = versionOfFields(before, fields);
  if (version === recorded || versionOfFields(after, fields) === recorded) return;
  throw new Refusal("profile_changed", { field: "version" });
}
