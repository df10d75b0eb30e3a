import { describe, expect, it } from "vitest";
import type { ZodTypeAny } from "zod";
import { ACCOUNT_TYPES, PRIVATE_ROLES } from "@models/enumerations";
import type { Day } from "~/platform/days";
import { factsOf } from "~/platform/web/field-facts";
import {
  birthDate,
  entityName,
  frenchPostalCode,
  hasField,
  isAdult,
  isBirthDate,
  kindFields,
  phone,
  readLooseRna,
  rna,
  siren,
  siret,
  vatNumber,
} from "./identity-fields";

/** What is stored of what people type into each field, in all the ways in which they write it; null: nothing of it. */
const SPACES = " \u00a0\u202f.\t";
const TYPED: [string, ZodTypeAny, [typed: string, stored: string | null][]][] = [
  [
    "a SIRET",
    siret(),
    [
      [`732${SPACES}829 320.00074`, "73282932000074"],
      ["7328293200007x", null],
    ],
  ],
  [
    "a SIREN",
    siren,
    [
      [`${SPACES}732829320${SPACES}`, "732829320"],
      ["732829321", null],
    ],
  ],
  [
    "a VAT number",
    vatNumber,
    [
      ["fr 44 732.829.320", "FR44732829320"],
      ["frk7732829320", "FRK7732829320"],
      ["FR45732829320", null],
    ],
  ],
  [
    "an RNA",
    rna(),
    [
      ["w 691.234.567", "W691234567"],
      ["2a1234567", "W2A1234567"],
      ["abc123def", null],
    ],
  ],
  [
    "an RNA, where less is asked of it",
    rna(readLooseRna),
    [
      ["w691234567", "W691234567"],
      ["691234567", "W691234567"],
      ["abc 123.def", "ABC123DEF"],
      ["abcd123def", null],
      ["abc123de", null],
      ["abc123dé!", null],
    ],
  ],
  [
    "a phone number",
    phone,
    [
      ["06 12-34.56 78", "0612345678"],
      ["(0)612345678", "0612345678"],
      ["+33 (6) 12 34 56 78", "+33612345678"],
      ["0033 6 12 34 56 78", "+33612345678"],
      ["+33 (0)6 12 34 56 78", "+33612345678"],
      ["0033 ( 0 ) 6 12 34 56 78", "+33612345678"],
      ["+33 06 12 34 56 78", "+33612345678"],
      ["+44 (0)20 7946 0958", "+442079460958"],
      ["+39 06 1234 5678", "+390612345678"],
      ["+33 6 12 34 56", null],
      ["+33 6 12 34 56 78 9", null],
      ["+33 (0)0 12 34 56 78", null],
      ["+1234567", "+1234567"],
      ["+123456789012345", "+123456789012345"],
      ["+123456", null],
      ["+1234567890123456", null],
      ["00612345678", "+612345678"],
      ["0012345678", "+12345678"],
      ["061234567", null],
      ["06123456789", null],
      ["+0612345678", null],
      ["612345678", null],
      ["", null],
    ],
  ],
  [
    "a postal code",
    frenchPostalCode,
    [
      ["69 001", "69001"],
      ["6900", null],
      ["690011", null],
      ["2A004", null],
    ],
  ],
  [
    "a date of birth",
    birthDate,
    [
      [" 1990-05-17 ", "1990-05-17"],
      [" 17/05/1990 ", "1990-05-17"],
      ["7/5/1990", null],
      ["31/02/1990", null],
      ["17.05.1990", "1990-05-17"],
      ["17-05-1990", "1990-05-17"],
      [" 17 05 1990", "1990-05-17"],
      ["17051990", "1990-05-17"],
      ["31021990", null],
      ["17/051990", null],
    ],
  ],
  [
    "the name of an organisation",
    entityName,
    [
      ["  Les  Amis\nde la Scène ", "Les Amis de la Scène"],
      [" ", null],
    ],
  ],
];
describe.each(TYPED)("%s", (_what, field, typed) => {
  it.each(typed)("%j is stored as %j", (text, stored) => {
    const read: unknown = field.safeParse(text).data;
    expect(read ?? null).toBe(stored);
    // Programs are told what of it is right.
    const { pattern } = factsOf(field);
    if (pattern && stored !== null) expect(text).toMatch(new RegExp(pattern));
  });
});

it("numbers hold thirty characters, with what makes them readable", () => {
  const field = siren;
  expect(field.safeParse("732829320".padEnd(30)).success).toBe(true);
  expect(field.safeParse("732829320".padEnd(31)).success).toBe(false);
});

it("a date of birth may be copied with marks that nobody sees", () => {
  expect(birthDate.parse("\u200E17/05/1990")).toBe("1990-05-17");
});

it("people were born between 1900 and yesterday", () => {
  const today = "2027-03-10";
  const days = ["1899-12-31", "1900-01-01", "2027-03-09", "2027-03-10", "2027-03-11"];
  expect(days.map((day) => isBirthDate(day, today))).toEqual([false, true, true, false, false]);
});

it("people are of age on the day, those of the 29th of February on the 1st of March", () => {
  const of = (born: Day, ...days: Day[]) => days.map((today) => isAdult(born, today));
  expect(of("2008-11-27", "2026-11-26", "2026-11-27")).toEqual([false, true]);
  expect(of("2008-02-29", "2026-02-28", "2026-03-01")).toEqual([false, true]);
  expect(of("2012-02-29", "2030-02-28", "2030-03-01")).toEqual([false, true]);
});

describe("the fields of each kind of account", () => {
  const kinds = [
    ...[undefined, ...ACCOUNT_TYPES].flatMap((type) =>
      [undefined, "Notaire", ...PRIVATE_ROLES].map((role) => [type, role] as const),
    ),
  ];
  const all = [
    ...["name", "role", "natureOfCollectivity", "dateOfBirth", "entityName", "siret", "INSEE"],
    ...["RNA", "withoutRna", "phone", "vatRegime", "vatNumber"],
  ];
  it.each(kinds)("%s, %s", (type, role) => {
    const of = all.filter((field) => hasField(type, role, field));
    expect({ inOrder: kindFields(type, role), of }).toMatchSnapshot();
  });
});
