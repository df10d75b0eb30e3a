/** Who an owner is to the tax authority, in words. Pure. */
import { formatDay } from "~/platform/days";
import { ofName } from "~/platform/of-name";
import type { DeclaredOwner } from "~/rules/declared-owner";
import { countryName } from "./tax-id";

/** What is declared of an owner themselves, each with what it is called; a fact that is not known has null. */
export function ownerFacts(owner: DeclaredOwner): [label: string, value: string | null][] {
  const { address, birthDate, taxId, taxCountry, registration, vatNumber } = owner;
  const holder = owner.accountHolder ?? owner.legalName;
  return [
    ["Date de naissance", birthDate && formatDay(birthDate)],
    [
      "Adresse",
      address && `${address.street}, ${address.postalCode} ${address.city}, ${address.country}`,
    ],
    ["Numéro fiscal", taxId && `${taxId} (${taxCountry ? countryName(taxCountry) : ""})`],
    ["SIRET, SIREN ou RNA", registration],
    ["Numéro de TVA", vatNumber],
    ["Compte financier", `Compte bancaire au nom ${ofName(holder)}, tenu par Stripe`],
  ];
}
