/** Whom the tax authority is told of as the owner of what was let, and where that is. Pure. */
import type { AccountType, PrivateRole } from "@models/enumerations";
import type { TaxFacts } from "@models/tax-facts";
import type { User } from "@models/user";
import type { Venue } from "@models/venue";
import { mayLackRna, sirenOf } from "./registry-number";

/** Who the owner is, as confirmed or, until then, as the account says. */
export interface DeclaredOwner {
  id: string;
  isPerson: boolean;
  /** A person who trades in their own name, and has a SIRET as a company has: to the tax authority they are a person. */
  isSoleTrader: boolean;
  /** A public body by its kind, which is taxed by other rules. */
  isAuthority: boolean;
  /**
   * Known to be a public body, of which nothing is declared: anybody may sign up as one, so that its kind alone, without the
   * number that it is registered by, says nothing.
   */
  isPublicBody: boolean;
  legalName: string;
  /** An organisation that has said none of its own: `legalName` is that of whoever speaks for it. */
  lacksName: boolean;
  birthDate: string | null;
  address: { street: string; postalCode: string; city: string; country: string } | null;
  taxId: string | null;
  /** There is none to give; of whom no registration is known there is none of that either. */
  mayLackTaxId: boolean;
  taxCountry: string | null;
  /** SIRET, SIREN or an association's RNA. */
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
  | "INSEE"
  | "RNA"
  | "vatNumber"
  | "accountId"
>;

/** Whether an account is a person's, not an organisation's. */
export function isPersons({ type, role }: { type?: AccountType; role?: PrivateRole }): boolean {
  return type !== "Collectivité" && (role === undefined || role === "Particulier");
}

/** Whether an account may be a sole trader's, whom signup does not tell from other companies: they say it when they confirm. */
export function mayBeSoleTrader({ type, role }: Pick<User, "type" | "role">): boolean {
  return type !== "Collectivité" && role === "Entreprise";
}

/**
 * Whether somebody has no tax number to give: the register of associations gives one of its own alone, `W…`, and
 * many an association is in no other; those of Alsace-Moselle may be in none of the two.
 *
 * @param registration what it is registered as
 */
export function mayLackTaxId(
  { role, postalCode = "" }: Pick<User, "role" | "postalCode">,
  registration: string | null,
): boolean {
  if (role !== "Association") return false;
  return registration === null ? mayLackRna(postalCode) : sirenIn(registration) === null;
}

/** The SIREN that an organisation's registration has in it, which is its tax number in France; null: it has none. */
export function sirenIn(registration: string | null): string | null {
  return /^(\d{9})(\d{5})?$/.exec(registration ?? "")?.[1] ?? null;
}

/** SIRET, SIREN or an association's RNA. */
export const numberOf = ({ siret, INSEE, RNA }: Numbers) => siret ?? INSEE ?? RNA ?? null;

type Numbers = Pick<User, "siret" | "INSEE" | "RNA">;

/**
 * Whether an account is another taxpayer's now: what one of another kind confirmed, or another organisation by its SIREN or,
 * where one of the two has none, by its RNA, is not theirs.
 */
export function isAnotherTaxpayer(before: Registered, now: Registered): boolean {
  if (before.role !== now.role) return true;
  const [former, present] = [sirenOf(before), sirenOf(now)];
  if (former && present) return former !== present;
  return Boolean(before.RNA && now.RNA) && before.RNA !== now.RNA;
}

type Registered = Pick<User, "role"> & Numbers;

/**
 * What was confirmed or, where nothing was, what the account says; of one that is closed, what was kept of both
 * then.
 */
export function declaredOwner(account: Account, facts: TaxFacts | undefined): DeclaredOwner {
  const confirmed = (facts?.confirmedAt ?? facts?.keptAt) ? facts : undefined;
  const isSoleTrader = mayBeSoleTrader(account) && confirmed?.soleTrader === true;
  const isPerson = isSoleTrader || isPersons(account);
  const { street, postalCode, city, country } = confirmed ?? account;
  const registration = confirmed?.registration ?? numberOf(account);
  const siren = isPerson ? null : sirenIn(registration);
  const isAuthority = account.type === "Collectivité";
  // Former releases took its kind alone, and kept no INSEE of who closed their account.
  const isRegistered = facts?.keptAt ? (facts.publicBody ?? true) : registration !== null;
  const ownName = confirmed?.legalName ?? account.entityName;
  return {
    id: account._id.toString(),
    isPerson,
    isSoleTrader,
    isAuthority,
    isPublicBody: isAuthority && isRegistered,
    legalName: ownName ?? `${account.name} ${account.lastname}`.trim(),
    lacksName: !isPerson && ownName === undefined,
    birthDate: isPerson ? (confirmed?.birthDate ?? account.dateOfBirth ?? null) : null,
    address:
      street && postalCode && city
        ? { street, postalCode, city, country: country ?? "France" }
        : null,
    // Nobody is asked for what their registration says.
    taxId: confirmed?.taxId ?? siren,
    taxCountry: !confirmed?.taxId && siren ? "FR" : (confirmed?.taxCountry ?? null),
    mayLackTaxId: mayLackTaxId(
      { role: account.role, postalCode: account.postalCode ?? confirmed?.postalCode },
      registration,
    ),
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
  "type role name lastname entityName dateOfBirth street postalCode city country siret INSEE RNA vatNumber accountId";

/** What of an owner has to be kept to be declared: what `declaredOwner` says of them, as it is stored. */
export function keptOwner(owner: DeclaredOwner): Partial<TaxFacts> {
  const { legalName, birthDate, address, taxId, taxCountry, registration, vatNumber } = owner;
  const publicBody = owner.isAuthority ? owner.isPublicBody : null;
  const facts = { birthDate, ...address, taxId, taxCountry, registration, vatNumber, publicBody };
  const known = Object.entries(facts).filter(([, value]) => value !== null);
  return { legalName, ...Object.fromEntries(known) };
}
