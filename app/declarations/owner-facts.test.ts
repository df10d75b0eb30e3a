import { expect, it } from "vitest";
import { natureOf, ownerFacts } from "./owner-facts";

it.each([
  ["Claire Besson", "de Claire Besson"],
  ["Étienne Roux", "d’Étienne Roux"],
])("names the holder of the account: %s", (legalName, whose) => {
  const owner = { legalName } as Parameters<typeof ownerFacts>[0];
  expect(Object.fromEntries(ownerFacts(owner))["Compte financier"]).toBe(
    `Compte bancaire au nom ${whose}, tenu par Stripe`,
  );
});

it.each([
  [{ isPerson: true, isSoleTrader: false }, "Personne"],
  [{ isPerson: true, isSoleTrader: true }, "Personne, entrepreneur individuel"],
  [{ isPerson: false, isSoleTrader: false }, "Entité"],
])("names what an owner is: %j", (owner, nature) => expect(natureOf(owner)).toBe(nature));
