import { describe, expect, it } from "vitest";
import { shown } from "../../../tests/support/shown";
import { AccountSection } from "./account-section";
import { AccountState } from "./account-state";

describe("the account, where a venue is published", () => {
  it("is not spoken of once it can be paid", () => {
    expect(shown(<AccountSection status="active" />)).toEqual([]);
  });

  it("is made first where there is none", () => {
    expect(shown(<AccountSection status={undefined} />)).toEqual([
      "Compte de paiement",
      "Vous n’avez pas encore de compte de paiement. Il est nécessaire pour publier un lieu et recevoir vos virements.",
      "Commencez par le créer\u00a0: la suite du formulaire s’ouvre ensuite. Cela prend quelques minutes.",
      "→ /create-stripe-account Créer mon compte de paiement",
    ]);
  });

  it.each([
    ["pending", /vos lieux ne sont dans aucune recherche et ne peuvent pas encore être réservés/],
    ["restricted", /a limité votre compte de paiement/],
  ] as const)("is told of where it is %s, and not made again", (status, words) => {
    const lines = shown(<AccountSection status={status} />);
    expect(lines.join("\n")).toMatch(words);
    expect(lines.join("\n")).not.toContain("→");
  });
});

describe("the state of an account that the provider looks at", () => {
  it.each([
    ["pending", /le vérifie\u00a0: vous n’avez rien à envoyer.*ne peuvent pas encore/],
    ["restricted", /l’a limité d’ici là\u00a0: vous n’avez rien à envoyer/],
    ["active", /est actif/],
  ] as const)("asks for nothing where it is %s", (status, words) => {
    expect(shown(<AccountState status={status} isLookedAt />).join("\n")).toMatch(words);
  });
});
