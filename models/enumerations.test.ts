import { expect, it } from "vitest";
import {
  ACCOUNT_TYPES,
  AUTHORITY_NATURES,
  CAPACITIES,
  CAPACITY_CODES,
  capacityLabel,
  CONTACT_TYPES,
  PRIVATE_ROLES,
  REPORT_REASON_CODES,
  REPORT_REASONS,
  ROOM_FOR,
  shownAs,
  VAT_REGIME_LABELS,
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

it("what people read for codes, and how many a capacity has room for", () => {
  expect(CAPACITY_CODES.map((code) => [code, capacityLabel(code), ROOM_FOR[code]])).toEqual([
    [">11", "1 - 10", 10],
    [">51", "10 - 50", 50],
    [">101", "50 - 100", 100],
    ["<100", "Plus de 100", Infinity],
  ]);
  expect(CAPACITY_CODES).toEqual(Object.keys(CAPACITIES));
  expect(capacityLabel(">12")).toBe("Inconnu");
  expect(VAT_REGIME_LABELS).toEqual({
    franchise: "Franchise en base, sans TVA",
    assujetti: "Assujetti à la TVA",
    exonéré: "Exonéré de TVA",
    "hors champ": "Hors du champ de la TVA",
  });
  expect(REPORT_REASONS).toEqual({
    trompeur: "Trompeur\u00a0: photos, prix ou capacité qui ne sont pas vrais",
    introuvable: "Le lieu n’existe pas, ou n’est pas à louer",
    injurieux: "Injurieux, haineux ou discriminatoire",
    "vie-privee": "Donne des informations personnelles",
    illicite: "Contenu ou activité illicite",
    autre: "Autre chose",
  });
  expect(REPORT_REASON_CODES).toEqual(Object.keys(REPORT_REASONS));
});
