import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { WEEKDAYS } from "@models/enumerations";
import type { Input } from "~/platform/web/input";
import { toldErrors } from "~/platform/web/told-errors";
import {
  changeInput,
  createInput,
  editInput,
  INCOMPLETE,
  publishInput,
  VENUE_FIELDS,
  venueFields,
} from "./venue-input";
import { MOST_PREPARATION } from "~/rules/time-rules";
import { venueIssues } from "./components/venue-issues";
const PHOTOS = "Vous devez avoir un minimum de 5 photos.";
const TITLE = "Vous ne respectez pas la limite de caractères autorisée pour votre titre.";
const DESCRIPTION =
  "Vous ne respectez pas la limite de caractères autorisée pour votre description.";
const PRICE = "Le prix dépasse la limite autorisée 1 - 9\u202f999\u00a0€.";

const ids = (count: number) =>
  Array.from({ length: count }, (_, index) => String(index).padStart(24, "0"));

const right = {
  type: ["Châteaux", "Jardins"],
  street: " 3 place de la Mairie ",
  postalCode: "59 000",
  city: "Lille",
  country: "France",
  capacity: ">51",
  equipement: ["Tables", "Chaises"],
  photo: ids(5),
  title: "Salle Jean-Moulin",
  description: "Salle lumineuse et chauffée.",
  price: "480,50",
  time: "Half",
  needValidation: "true",
  cancellationPolicy: "modérée",
};
const nothing = { type: [], equipement: [], photo: [] };
type Typed = { [Field in keyof typeof right]?: string | string[] | number };

/** What an input makes of a form's texts: the data, or every broken rule in its order. */
function check(input: Input, typed: object) {
  const { data, error } = input.schema.safeParse(typed);
  if (!error) return { data };
  return { issues: error.issues.map(({ path, message }) => ({ field: path[0], message })) };
}

/** The messages of a venue that differs from the right one, as `field: message`. */
function problems(changes: Typed): string[] {
  const { issues = [] } = check(publishInput, { ...right, ...changes });
  return issues.map(({ field, message }) => `${field}: ${message}`);
}

describe("a venue to publish", () => {
  it("is read as it is stored: cents, codes, lists in their own order", () => {
    expect(check(publishInput, right)).toEqual({
      data: {
        type: ["Jardins", "Châteaux"],
        street: "3 place de la Mairie",
        postalCode: "59000",
        city: "Lille",
        country: "France",
        capacity: ">51",
        equipement: ["Chaises", "Tables"],
        photo: ids(5),
        title: "Salle Jean-Moulin",
        description: "Salle lumineuse et chauffée.",
        price: 48_050,
        time: "Half",
        needValidation: true,
        cancellationPolicy: "modérée",
      },
    });
  });

  it("may say more: its size, how one gets in, when, until when, and its rules", () => {
    const more = {
      floorArea: "1 410",
      stepFreeAccess: "Marches",
      hours: " 8 h à  19 h ",
      latestAccess: "18 h",
      houseRules: "Ni feu\r\nni fumée. ",
    };
    expect(check(publishInput, { ...right, ...more }).data).toMatchObject({
      floorArea: 1_410,
      stepFreeAccess: "Marches",
      hours: "8 h à 19 h",
      latestAccess: "18 h",
      houseRules: "Ni feu\nni fumée.",
    });
    const empty = {
      floorArea: "",
      stepFreeAccess: "",
      hours: " ",
      latestAccess: "",
      houseRules: "",
    };
    expect(check(publishInput, { ...right, ...empty })).toEqual(check(publishInput, right));
    const wrong = {
      floorArea: "12,5",
      stepFreeAccess: "Échelle",
      hours: "h".repeat(121),
      houseRules: "r".repeat(601),
    };
    expect(check(publishInput, { ...right, ...wrong }).issues).toEqual([
      {
        field: "floorArea",
        message: "Saisissez une surface entière, de 1 à 100\u202f000\u00a0m².",
      },
      { field: "stepFreeAccess", message: "Choisissez un accès de la liste." },
      { field: "hours", message: "Les horaires ont 120 caractères au plus." },
      { field: "houseRules", message: "Le règlement a 600 caractères au plus." },
    ]);
  });

  it("names all that is missing first, in the order of the form, then the photos", () => {
    const { issues = [] } = check(publishInput, nothing);
    expect(issues.map(({ field }) => field)).toEqual([
      ...["type", "street", "postalCode", "city", "country", "capacity"],
      ...["title", "description", "price", "time", "needValidation", "photos"],
    ]);
    expect(new Set(issues.slice(0, -1).map(({ message }) => message))).toEqual(
      new Set([INCOMPLETE]),
    );
    expect(issues.at(-1)?.message).toBe(PHOTOS);
  });

  it("tells broken limits in order: photos, title, description, price", () => {
    expect(
      problems({ photo: ids(4), title: "t".repeat(31), description: "courte", price: "0" }),
    ).toEqual([
      `photos: ${PHOTOS}`,
      `title: ${TITLE}`,
      `description: ${DESCRIPTION}`,
      `price: ${PRICE}`,
    ]);
  });

  it.each<[string, Typed, string[]]>([
    ["4 photos", { photo: ids(4) }, [`photos: ${PHOTOS}`]],
    ["5 times the same photo", { photo: Array<string>(5).fill("a") }, [`photos: ${PHOTOS}`]],
    ["10 photos", { photo: ids(10) }, []],
    ["11 photos", { photo: ids(11) }, ["photos: Vous pouvez avoir 10 photos au plus."]],
    ["a title of 1", { title: "T" }, []],
    ["a title of 30", { title: "é".repeat(30) }, []],
    ["a title of 31", { title: "é".repeat(31) }, [`title: ${TITLE}`]],
    ["a blank title", { title: " " }, [`title: ${INCOMPLETE}`]],
    ["a description of 19", { description: "d".repeat(19) }, [`description: ${DESCRIPTION}`]],
    ["a description of 20", { description: "d".repeat(20) }, []],
    ["a description of 280", { description: `${"d".repeat(278)}\r\nd` }, []],
    ["a description of 281", { description: "d".repeat(281) }, [`description: ${DESCRIPTION}`]],
    ["1 €", { price: "1" }, []],
    ["0,99 €", { price: "0,99" }, [`price: ${PRICE}`]],
    ["9 999 €", { price: "9 999" }, []],
    ["9 999,01 €", { price: "9999.01" }, [`price: ${PRICE}`]],
    // What a program's sum makes of 121 and of 59,7.
    ["121.00000000000001", { price: 110 * 1.1 }, [`price: ${PRICE}`]],
    ["59.699999999999996", { price: 19.9 * 3 }, [`price: ${PRICE}`]],
    ["10,005 €", { price: "10,005" }, [`price: ${PRICE}`]],
    ["what may be 1.50 € or 1 500 €", { price: "1.500" }, [`price: ${PRICE}`]],
    ["a price that is none", { price: "beaucoup" }, [`price: ${PRICE}`]],
    ["no equipment", { equipement: [] }, []],
    ["no policy", { cancellationPolicy: undefined }, []],
    ["another policy", { cancellationPolicy: "x" }, [`cancellationPolicy: ${INCOMPLETE}`]],
    ["another capacity", { capacity: "42" }, [`capacity: ${INCOMPLETE}`]],
    [
      "another country",
      { country: "Belgique" },
      ["country: Seuls les lieux situés en France peuvent être publiés."],
    ],
    [
      "another postal code",
      { postalCode: "5900" },
      ["postalCode: Saisissez un code postal à 5 chiffres."],
    ],
    [
      "a type of its own",
      { type: ["Grotte"] },
      ["type: Choisissez 20 types au plus, parmi ceux de la liste."],
    ],
    [
      "web addresses in what mails name it by",
      { title: "www.pds-paiement.example", street: "1 http://a", city: "Rouen, HTTPS://a" },
      [
        "title: Le titre ne peut pas contenir d’adresse web.",
        "street: Le nom de la rue ne peut pas contenir d’adresse web.",
        "city: Le nom de la ville ne peut pas contenir d’adresse web.",
      ],
    ],
    [
      "a long street",
      { street: "r".repeat(201) },
      ["street: Le numéro et la rue ont 200 caractères au plus."],
    ],
  ])("%s", (_, changes, expected) => {
    expect(problems(changes)).toEqual(expected);
  });
});

describe("the rules of a venue", () => {
  it.each<[string, (string | string[])[], (string | string[])[]]>([
    ["floorArea", ["1", "100 000"], ["0", "100001", "1,5"]],
    ["minimumNotice", ["1", "180"], ["0", "181"]],
    ["preparationBefore", ["0", String(MOST_PREPARATION)], ["-1", String(MOST_PREPARATION + 1)]],
    ["preparationAfter", ["0", String(MOST_PREPARATION)], ["-1", String(MOST_PREPARATION + 1)]],
    ["shortestStay", ["1"], ["0", "367"]],
    ["longestStay", ["1", "366"], ["0", "367"]],
    ["arrival", ["a".repeat(600)], ["a".repeat(601)]],
    ["houseRules", ["a".repeat(600)], ["a".repeat(601)]],
    ["hours", ["a".repeat(120)], ["a".repeat(121)]],
    ["latestAccess", ["a".repeat(120)], ["a".repeat(121)]],
    ["closedWeekdays", [WEEKDAYS.slice(1)], [[...WEEKDAYS]]],
    ["price", ["10,01"], ["10,001", "0"]],
  ])("%s may be %j, not %j", (field, good, bad) => {
    const wrongAt = (said: string | string[]) =>
      check(publishInput, { ...right, [field]: said }).issues?.map((issue) => issue.field) ?? [];
    expect(good.map(wrongAt)).toEqual(good.map(() => []));
    expect(bad.map((said) => wrongAt(said)[0])).toEqual(bad.map(() => field));
  });
});

describe("a venue to change", () => {
  it("needs its status beside all else", () => {
    expect(check(editInput, right).issues?.map(({ field }) => field)).toEqual(["status"]);
    expect(check(editInput, { ...right, status: "unavailable" }).data).toMatchObject({
      status: "unavailable",
      price: 48_050,
    });
  });

  it("may be changed in part, under the same limits", () => {
    expect(check(changeInput, { ...nothing, price: "12", needValidation: "false" })).toEqual({
      data: { price: 1_200, needValidation: false, equipement: [] },
    });
    expect(check(changeInput, { ...nothing, price: "0", status: "sold" })).toEqual({
      issues: [
        { field: "status", message: INCOMPLETE },
        { field: "price", message: PRICE },
      ],
    });
  });

  it.each([null, "", " "])("loses by %j what may be left unsaid, and nothing else", (blank) => {
    const sent = Object.fromEntries(VENUE_FIELDS.map((field) => [field, blank]));
    const optional = VENUE_FIELDS.filter((field) => venueFields[field] instanceof z.ZodOptional);
    const taken = Object.fromEntries(optional.map((field) => [field, null]));
    expect(check(changeInput, sent)).toEqual({ data: { ...taken, equipement: [] } });
    const lists = { closedWeekdays: [], equipement: [], type: [] };
    expect(check(changeInput, lists)).toEqual({ data: { closedWeekdays: null, equipement: [] } });
  });

  it("has the photos that a call says, as many as when it was published, and no more than its owner may say", () => {
    expect(check(changeInput, { title: "Salle", locationIMG: ids(5), listed: true })).toEqual({
      data: { title: "Salle", locationIMG: ids(5) },
    });
    expect(check(changeInput, { title: "Salle" })).toEqual({ data: { title: "Salle" } });
    const told = (locationIMG: string[]) => check(changeInput, { locationIMG }).issues;
    expect(told(ids(4))).toEqual([{ field: "locationIMG", message: PHOTOS }]);
    const many = "Vous pouvez avoir 10 photos au plus.";
    expect(told(ids(11))).toEqual([{ field: "locationIMG", message: many }]);
  });
});

describe("a venue that a call publishes", () => {
  const { photo, ...said } = right;
  const call = { ...said, price: 480.5, needValidation: true, locationIMG: photo };

  it("is read as a form's is, its photos under their own name", () => {
    const { photo: _photo, ...data } = check(publishInput, right).data!;
    expect(check(createInput, call)).toEqual({ data: { ...data, locationIMG: photo } });
  });

  it.each<[string, object, string]>([
    ["4 photos", { locationIMG: ids(4), title: "t".repeat(31) }, PHOTOS],
    ["no photos", { locationIMG: undefined }, PHOTOS],
    ["5 times the same", { locationIMG: Array<string>(5).fill("a") }, PHOTOS],
    ["11 photos", { locationIMG: ids(11) }, "Vous pouvez avoir 10 photos au plus."],
    ["a field less", { city: "", locationIMG: ids(4) }, INCOMPLETE],
    ["half a cent", { price: 1.005 }, PRICE],
  ])("%s", (_, changes, message) => {
    expect(check(createInput, { ...call, ...changes }).issues?.[0]?.message).toBe(message);
  });
});

test("every field has a label", () => {
  expect(VENUE_FIELDS.filter((field) => !venueFields[field].description)).toEqual([]);
});

test("a form says at each missing field what to write there", () => {
  for (const form of [publishInput, editInput]) {
    const { issues = [] } = check(form, {});
    const errors = Object.fromEntries(issues.map(({ field, message }) => [String(field), message]));
    const told = toldErrors(errors, form.missing);
    expect(told.lead).toBe(INCOMPLETE);
    expect(Object.values(told.errors)).not.toContain(INCOMPLETE);
  }
});

test("an error summary leads to the photos by their field", () => {
  expect(venueIssues({ title: TITLE, photos: PHOTOS, form: "x" })).toEqual([
    { field: "title", message: TITLE },
    { field: "nouvelles-photos", message: PHOTOS },
    { message: "x" },
  ]);
});
