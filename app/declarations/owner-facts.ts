/** Who an owner is to the tax authority, in words. Pure. */
import { formatDay } from "~/platform/days";
import { ofName } from "~/platform/of-name";
import type { DeclaredOwner } from "~/rules/declared-owner";
import { quarterName, type PropertyYear } from "./declaration";
import { countryName } from "./tax-id";

/** What an owner is to the tax authority. */
export function natureOf({
  isPerson,
  isSoleTrader,
}: Pick<DeclaredOwner, "isPerson" | "isSoleTrader">): string {
  if (isSoleTrader) return "Personne, entrepreneur individuel";
  return isPerson ? "Personne" : "Entité";
}

/**
 * What is declared of an owner themselves, each with what it is called; a fact that is not known has null.
 *
 * @param accounts the connected accounts that they were paid to
 */
export function ownerFacts(
  owner: DeclaredOwner,
  accounts: readonly string[],
): [label: string, value: string | null][] {
  const { address, birthDate, taxId, taxCountry, registration, vatNumber } = owner;
  const holder = owner.accountHolder ?? owner.legalName;
  const ids = accounts.length > 0 ? ` (${accounts.join(", ")})` : "";
  return [
    ["Nature", natureOf(owner)],
    ["Date de naissance", birthDate && formatDay(birthDate)],
    [
      "Adresse",
      address && `${address.street}, ${address.postalCode} ${address.city}, ${address.country}`,
    ],
    ["Numéro fiscal", taxId && `${taxId} (${taxCountry ? countryName(taxCountry) : ""})`],
    ["SIRET, SIREN ou RNA", registration],
    ["Numéro de TVA", vatNumber],
    ["Compte financier", `Compte bancaire au nom ${ofName(holder)}, tenu par Stripe${ids}`],
  ];
}

/**
 * Which account each quarter of a property was paid to, as the file says: 'Compte financier : 1er trimestre, acct_1 ; 3e trimestre, acct_2'.
 *
 * @param ofYear where it is one, the owner's facts name it; null then
 */
export function accountsText(
  { accounts }: Pick<PropertyYear, "accounts">,
  ofYear: readonly string[],
): string | null {
  if (ofYear.length < 2) return null;
  const told = accounts.flatMap((paidTo, index) =>
    paidTo.length > 0 ? [`${quarterName(index)}, ${paidTo.join(" et ")}`] : [],
  );
  return told.length > 0 ? `Compte financier\u00a0: ${told.join("\u00a0; ")}` : null;
}
