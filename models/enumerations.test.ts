import { expect, it } from "vitest";
import {
  ACCOUNT_TYPES,
  AUTHORITY_NATURES,
  CONTACT_TYPES,
  PRIVATE_ROLES,
  shownAs,
  VENUE_TYPES,
} from "./enumerations";

it("what people read for what is stored: good French, with its apostrophes", () => {
  const stored = [
    ACCOUNT_TYPES,
    PRIVATE_ROLES,
    AUTHORITY_NATURES,
    VENUE_TYPES,
    CONTACT_TYPES,
  ].flat();
  expect(stored.map(shownAs).filter((text) => text.includes("'"))).toEqual([]);
  expect(stored.map((value) => [value, shownAs(value)]).filter(([value, text]) => value !== text))
    .toMatchInlineSnapshot(`
    [
      [
        "Entités privés",
        "Entités privées",
      ],
      [
        "Commune",
        "Communale",
      ],
      [
        "Département",
        "Départementale",
      ],
      [
        "Région",
        "Régionale",
      ],
      [
        "Métropole",
        "Métropolitaine",
      ],
      [
        "Salles d'exposition",
        "Salles d’exposition",
      ],
      [
        "Demande d'information",
        "Demande d’information",
      ],
    ]
  `);
});
