import { expect, it } from "vitest";
import { accountsText, natureOf, ownerFacts } from "./owner-facts";

it.each([
  ["Claire Besson", "de Claire Besson"],
  ["Étienne Roux", "d’Étienne Roux"],
])("names the holder of the account: %s", (legalName, whose) => {
  const owner = { legalName } as Parameters<typeof ownerFacts>[0];
  const told = (accounts: readonly string[]) =>
    Object.fromEntries(ownerFacts(owner, accounts))["Compte financier"];
  expect(told([])).toBe(`Compte bancaire au nom ${whose}, tenu par Stripe`);
  expect(told(["acct_1", "acct_2"])).toBe(
    `Compte bancaire au nom ${whose}, tenu par Stripe (acct_1, acct_2)`,
  );
});

it("says which account each quarter was paid to where there were several in the year", () => {
  const property = { accounts: [["acct_1"], [], ["acct_1", "acct_2"], []] };
  expect(accountsText(property, ["acct_1", "acct_2"])).toBe(
    "Compte financier\u00a0: 1er trimestre, acct_1\u00a0; 3e trimestre, acct_1 et acct_2",
  );
  expect(accountsText({ accounts: [["acct_1"], [], [], []] }, ["acct_1"])).toBeNull();
  expect(accountsText({ accounts: [[], [], [], []] }, ["acct_1", "acct_2"])).toBeNull();
});

it.each([
  [{ isPerson: true, isSoleTrader: false }, "Personne"],
  [{ isPerson: true, isSoleTrader: true }, "Personne, entrepreneur individuel"],
  [{ isPerson: false, isSoleTrader: false }, "Entité"],
])("names what an owner is: %j", (owner, nature) => expect(natureOf(owner)).toBe(nature));
