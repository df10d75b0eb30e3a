/** Who an owner is to the tax authority, in words. Pure. */
import { formatDay } from "~/platform/days";
import { ofName } from "~/platform/of-name";
import type { DeclaredOwner } from "~/rules/declared-owner";
import { countryName } from "./tax-id";

/** What an owner is to the tax authority. */
export function natureOf({
  isPerson,
  isSoleTrader,
}: Pick<DeclaredOwner, "isPerson" | "isSoleTrader">): string {
  if (isSoleTrader) return "Personne, entrepreneur individuel";
  return isPerson ? "Personne" : "Entité";
}

/** What is declared of an owner themselves, each with what it is called; a fact that is not known has null. */
export function ownerFacts(owner: DeclaredOwner): [label: string, value: string | null][] {
  const { address, birthDate, taxId, taxCountry, registration, vatNumber } = owner;
  const holder = owner.accountHolder ?? owner.legalName;
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
    ["Compte financier", `Compte bancaire au nom ${ofName(holder)}, tenu par Stripe`],
  ];
}
