/** Whom the tax authority is told of as the owner of what was let, and where that is. Pure. */
import type { AccountType, PrivateRole } from "@models/enumerations";
import type { TaxFacts } from "@models/tax-facts";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";

/** Who the owner is, as confirmed or, until then, as the account says. */
export interface DeclaredOwner {
  id: string;
  isPerson: boolean;
  legalName: string;
  birthDate: string | null;
  address: { street: string; postalCode: string; city: string; country: string } | null;
  taxId: string | null;
  /** There is none to give. */
  mayLackTaxId: boolean;
  taxCountry: string | null;
  /** SIRET, or an association's RNA. */
  registration: string | null;
  vatNumber: string | null;
  /** The connected account whose bank account Stripe holds. */
  accountId: string | null;
  /** Whose that bank account is, where it is not the owner's. */
  accountHolder: string | null;
}

type Account = Pick<
  User,
  | "_id"
  | "type"
  | "role"
  | "name"
  | "lastname"
  | "entityName"
  | "dateOfBirth"
  | "street"
  | "postalCode"
  | "city"
  | "country"
  | "siret"
  | "RNA"
  | "vatNumber"
  | "accountId"
>;

/** Whether an account is a person's, not an organisation's. */
export function isPersons({ type, role }: { type?: AccountType; role?: PrivateRole }): boolean {
  return type !== "Collectivité" && (role === undefined || role === "Particulier");
}

/**
 * Whether somebody has no tax number to give: the register of associations gives one of its own alone, `W…`, and
 * many an association is in no other.
 *
 * @param registration what it is registered as
 */
export function mayLackTaxId({ role }: Pick<User, "role">, registration: string | null): boolean {
  return role === "Association" && registration !== null && !/^\d{14}$/.test(registration);
}

/** SIRET, or an association's RNA. */
export const numberOf = ({ siret, RNA }: Pick<User, "siret" | "RNA">) => siret ?? RNA ?? null;

/**
 * Whether an account is another taxpayer's now: what one of another kind confirmed, or another organisation by its SIREN or,
 * where one of the two has none, by its RNA, is not theirs.
 */
export function isAnotherTaxpayer(before: Registered, now: Registered): boolean {
  if (before.role !== now.role) return true;
  const [former, present] = [before.siret?.slice(0, 9), now.siret?.slice(0, 9)];
  if (former && present) return former !== present;
  return Boolean(before.RNA && now.RNA) && before.RNA !== now.RNA;
}

type Registered = Pick<User, "role" | "siret" | "RNA">;

/**
 * What was confirmed or, where nothing was, what the account says; of one that is closed, what was kept of both
 * then.
 */
export function declaredOwner(account: Account, facts: TaxFacts | undefined): DeclaredOwner {
  const isPerson = isPersons(account);
  const confirmed = (facts?.confirmedAt ?? facts?.keptAt) ? facts : undefined;
  const { street, postalCode, city, country } = confirmed ?? account;
  const registration = confirmed?.registration ?? numberOf(account);
  return {
    id: account._id.toString(),
    isPerson,
    legalName:
      confirmed?.legalName ?? account.entityName ?? `${account.name} ${account.lastname}`.trim(),
    birthDate: isPerson ? (confirmed?.birthDate ?? account.dateOfBirth ?? null) : null,
    address:
      street && postalCode && city
        ? { street, postalCode, city, country: country ?? "France" }
        : null,
    taxId: confirmed?.taxId ?? null,
    taxCountry: confirmed?.taxCountry ?? null,
    mayLackTaxId: mayLackTaxId(account, registration),
    // Given in the profile since, where what is asked for here has no field for it.
    registration,
    vatNumber: confirmed?.vatNumber ?? account.vatNumber ?? null,
    accountId: account.accountId ?? null,
    accountHolder: confirmed?.accountHolder ?? null,
  };
}

/** '12 rue des Tilleuls, 69003 Lyon' */
export function addressLine({
  street,
  postalCode,
  city,
}: Pick<Venue, "street" | "postalCode" | "city">): string {
  return [street, `${postalCode} ${city}`].filter(Boolean).join(", ");
}

/** The fields of an account that `declaredOwner` reads. */
export const DECLARED_FIELDS =
  "type role name lastname entityName dateOfBirth street postalCode city country siret RNA vatNumber accountId";

/** What of an owner has to be kept to be declared: what `declaredOwner` says of them, as it is stored. */
export function keptOwner(owner: DeclaredOwner): Partial<TaxFacts> {
  const { legalName, birthDate, address, taxId, taxCountry, registration, vatNumber } = owner;
  const facts = { birthDate, ...address, taxId, taxCountry, registration, vatNumber };
  const known = Object.entries(facts).filter(([, value]) => value !== null);
  return { legalName, ...Object.fromEntries(known) };
}
