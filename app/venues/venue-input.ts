/**
 * What an owner says of a venue, said once: types, limits, messages, and the label under which a form asks
 * for it. The forms and calls that publish or change a venue, what pages and /api answer of it, and what
 * the edit form holds are made of it (docs/contributing.md, "Add a field to a venue").
 */
import { z } from "zod";
import {
  CAPACITY_CODES,
  EQUIPMENT,
  PERIODS,
  POLICIES,
  STEP_FREE_ACCESS,
  VENUE_STATUSES,
  VENUE_TYPES,
  WEEKDAYS,
} from "@models/enumerations";
import { withoutSpaces } from "~/platform/seen-text";
import { contradictionOf, MOST_PREPARATION, type VenueTime } from "~/rules/time-rules";
import { sentPicture } from "~/platform/images/sent-picture";
import { eurosToCents, hasTwoDecimals } from "~/platform/money";
import { withFacts } from "~/platform/web/field-facts";
import { choice, line, noWebAddress, oneLine, shortText } from "~/platform/web/fields";
import { refusalMessage } from "~/platform/refusal";
import { input, type InputData, type Rule, type RuleBook } from "~/platform/web/input";
import { photoIdIn, photoWords } from "./venue-photos";

export const TITLE_LENGTH = { least: 1, most: 30 };
export const DESCRIPTION_LENGTH = { least: 20, most: 280 };
export const ARRIVAL_LENGTH = 600;
export const HOUSE_RULES_LENGTH = 600;
const FLOOR_AREA = { least: 1, most: 100_000 };
/** Days, half days, and days or half days. */
const LIMITS_OF_TIME = {
  notice: { least: 1, most: 180 },
  preparation: { least: 0, most: MOST_PREPARATION },
  stay: { least: 1, most: 366 },
};
/** Of what is said in one line: hours, latest access. */
const FACT_LENGTH = 120;
export const PHOTO_COUNT = { least: 5, most: 10 };
/** Of what is said of one photo. */
export const PHOTO_WORDS_LENGTH = 150;

export const INCOMPLETE = "Tous les champs doivent être remplis.";
const MESSAGES = {
  photos: "Vous devez avoir un minimum de 5 photos.",
  tooManyPhotos: "Vous pouvez avoir 10 photos au plus.",
  photoWords: `Ce que montre une photo se dit en ${PHOTO_WORDS_LENGTH}\u00a0caractères au plus.`,
  title: "Vous ne respectez pas la limite de caractères autorisée pour votre titre.",
  description: "Vous ne respectez pas la limite de caractères autorisée pour votre description.",
  price: "Le prix dépasse la limite autorisée 1 - 9\u202f999\u00a0€.",
  type: "Choisissez 20 types au plus, parmi ceux de la liste.",
  equipement: "Choisissez 13 équipements au plus, parmi ceux de la liste.",
  arrival: `Les informations d’arrivée ont ${ARRIVAL_LENGTH} caractères au plus.`,
  floorArea: "Saisissez une surface entière, de 1 à 100\u202f000\u00a0m².",
  stepFreeAccess: "Choisissez un accès de la liste.",
  minimumNotice: "Saisissez un nombre entier de jours, de 1 à 180.",
  preparation: `Saisissez un nombre entier de demi-journées, de 0 à ${MOST_PREPARATION}.`,
  closedWeekdays: "Choisissez des jours de la semaine, six au plus.",
  stayLength: "Saisissez un nombre entier, de 1 à 366.",
  houseRules: `Le règlement a ${HOUSE_RULES_LENGTH} caractères au plus.`,
  postalCode: "Saisissez un code postal à 5 chiffres.",
  country: "Seuls les lieux situés en France peuvent être publiés.",
} as const;

/** The first of the fields: what and where the place is. A form asks for its photos next. */
const placeFields = {
  /** Asked once the venue is there. */
  status: choice(VENUE_STATUSES, INCOMPLETE).describe("Statut"),
  type: choices(VENUE_TYPES, MESSAGES.type).describe("Types"),
  street: line({
    missing: INCOMPLETE,
    called: "Le numéro et la rue ont",
    named: "Le nom de la rue",
  }).describe("Numéro et rue"),
  postalCode: withFacts(
    tidied(withoutSpaces, z.string().regex(/^\d{5}$/, MESSAGES.postalCode)).describe("Code postal"),
    { example: "69001" },
  ),
  city: line({
    missing: INCOMPLETE,
    called: "Le nom de la ville a",
    named: "Le nom de la ville",
  }).describe("Ville"),
  country: choice(["France"], MESSAGES.country).describe("Pays"),
  capacity: choice(CAPACITY_CODES, INCOMPLETE).describe("Nombre de personnes"),
  equipement: choices(EQUIPMENT, MESSAGES.equipement)
    .default([])
    .describe("Ce que vous mettez à disposition"),
  floorArea: wholeNumber(FLOOR_AREA, MESSAGES.floorArea).describe("Surface"),
  stepFreeAccess: choice(STEP_FREE_ACCESS, MESSAGES.stepFreeAccess)
    .optional()
    .describe("Accès PMR"),
};

/** What its visitors read of it, and how it is booked. */
const offerFields = {
  title: tidied(
    (text) => oneLine(text) ?? "",
    limited(TITLE_LENGTH, MESSAGES.title).refine(...noWebAddress("Le titre")),
  ).describe("Titre"),
  description: tidied(manyLines, limited(DESCRIPTION_LENGTH, MESSAGES.description)).describe(
    "Description",
  ),
  /** Euros, for one day or one half day; kept in cents. */
  price: withFacts(
    z
      .number({ invalid_type_error: MESSAGES.price })
      .min(1, MESSAGES.price)
      .max(9_999, MESSAGES.price)
      .refine(hasTwoDecimals, MESSAGES.price)
      .transform(eurosToCents)
      .describe("Prix"),
    { description: "Euros, for one day or one half day.", multipleOf: 0.01 },
  ),
  time: choice(PERIODS, INCOMPLETE).describe("Location"),
  needValidation: z
    .boolean({ invalid_type_error: INCOMPLETE })
    .describe("Validation des réservations"),
  minimumNotice: wholeNumber(LIMITS_OF_TIME.notice, MESSAGES.minimumNotice).describe(
    "Délai minimal avant le premier jour",
  ),
  closedWeekdays: choices(WEEKDAYS, MESSAGES.closedWeekdays)
    .refine((days) => days.length < WEEKDAYS.length, MESSAGES.closedWeekdays)
    .optional()
    .describe("Jours de fermeture"),
  /** Both in the unit of the price: days, or half days. */
  shortestStay: wholeNumber(LIMITS_OF_TIME.stay, MESSAGES.stayLength).describe("Durée minimale"),
  longestStay: wholeNumber(LIMITS_OF_TIME.stay, MESSAGES.stayLength).describe("Durée maximale"),
  preparationBefore: wholeNumber(LIMITS_OF_TIME.preparation, MESSAGES.preparation).describe(
    "Préparation avant chaque réservation",
  ),
  preparationAfter: wholeNumber(LIMITS_OF_TIME.preparation, MESSAGES.preparation).describe(
    "Préparation après chaque réservation",
  ),
  cancellationPolicy: choice(POLICIES, INCOMPLETE)
    .default("souple")
    .describe("Conditions d’annulation"),
  hours: line({ most: FACT_LENGTH, called: "Les horaires ont" }).optional().describe("Horaires"),
  latestAccess: line({ most: FACT_LENGTH, called: "La dernière arrivée a" })
    .optional()
    .describe("Dernière arrivée"),
  houseRules: z
    .string()
    .max(HOUSE_RULES_LENGTH, MESSAGES.houseRules)
    .transform(manyLines)
    .optional()
    .describe("Règlement"),
  /** Told to those whose reservation is confirmed, and to the office (venue-shapes.ts, `PRIVATE_FIELDS`). */
  arrival: z
    .string()
    .max(ARRIVAL_LENGTH, MESSAGES.arrival)
    .transform(manyLines)
    .optional()
    .describe("Informations d’arrivée"),
};

/**
 * The fields, in the order in which a form asks for them and its summary tells what is wrong. All must be said but those
 * that are optional or have a default. The names are the model's; `describe` gives the label.
 */
export const venueFields = { ...placeFields, ...offerFields };
export type VenueField = keyof typeof venueFields;
export const VENUE_FIELDS = Object.keys(venueFields) as VenueField[];

const { status: _status, ...publishPlaceFields } = placeFields;
const publishFields = { ...publishPlaceFields, ...offerFields };

/** The label of a venue's field, as its form shows it and an error summary names it. */
export function labelOf(field: VenueField): string {
  return venueFields[field].description ?? field;
}

/** Fields that nobody types: one that is unknown is as good as missing. */
const CHOICES = ["capacity", "time", "needValidation", "cancellationPolicy"] as const;
/** The limits that are told first, in this order; those of the other fields follow in the form's. */
const LIMITS = ["title", "description", "price", "type", "equipement"] as const;

/** Of rules that no stay could keep. */
const CONTRADICTIONS = ["stay_lengths_reversed", "stay_never_held", "stay_never_open"] as const;

/** What a form says of its photos; what is wrong with them is told at the field for new ones. */
const formPhotos = {
  /** Ids of stored images, the cover first. */
  photo: z.preprocess(distinct, z.array(shortText)).default([]),
  /** What is said of each (`describedPhoto`); absent where the form does not ask. */
  described: z.array(z.string().transform((text) => oneLine(text) ?? "")).optional(),
  /** New files: stored, and named by `photo`, before the fields are looked at. */
  photos: z.undefined(),
};

/** What to write where a form says that all fields must be filled in. */
const missing = {
  sentences: [INCOMPLETE],
  fields: {
    status: "Choisissez le statut.",
    type: "Choisissez un type de lieu au moins.",
    street: "Saisissez le numéro et la rue.",
    postalCode: "Saisissez le code postal.",
    city: "Saisissez la ville.",
    country: "Choisissez le pays.",
    capacity: "Choisissez le nombre de personnes.",
    title: "Saisissez un titre.",
    description: "Décrivez votre lieu.",
    price: "Saisissez un prix.",
    time: "Choisissez la location à la journée ou à la demi-journée.",
    needValidation: "Choisissez comment les réservations sont validées.",
    cancellationPolicy: "Choisissez les conditions d’annulation.",
  },
};

/** 'Référencer mon lieu'. */
export const publishInput = input(
  { ...publishPlaceFields, ...formPhotos, ...offerFields },
  (book) => rulesOf(publishFields, book, photoRules(book)),
  { missing },
);

/** 'Modifier ce lieu': all that publishing asks for, and whether it is for rent. */
export const editInput = input(
  {
    ...placeFields,
    ...formPhotos,
    ...offerFields,
    /** Of the venue as the page showed it; a page from before it was asked for has none. */
    version: shortText.optional(),
  },
  (book) => [book.valid("status"), ...rulesOf(venueFields, book, photoRules(book))],
  { missing },
);

/** Files or `data:` URLs, or photos sent before by their ids or addresses; the cover first. */
const sentPhotos = withFacts(
  z.preprocess(
    (sent) => distinct(Array.isArray(sent) ? sent.map(photoIdIn) : sent),
    z
      .array(z.union([z.string(), sentPicture]))
      .min(PHOTO_COUNT.least, MESSAGES.photos)
      .max(PHOTO_COUNT.most, MESSAGES.tooManyPhotos),
  ),
  {
    description:
      "Files of multipart/form-data, data: URLs in JSON, or photos of one's own by their addresses as they are answered. Those that are named are all that it shows, the cover first.",
    example: ["1", "2", "3", "4", "5"].map((last) => `/images/${last.padStart(24, "0")}/1280.webp`),
  },
);

/** /api/location/create: `userId` and `accountId`, when they are given, must be the caller's own. */
export const createInput = input(
  {
    userId: shortText.optional(),
    accountId: shortText.optional(),
    ...publishFields,
    locationIMG: sentPhotos,
  },
  (book) =>
    rulesOf(publishFields, book, [
      book.required(["locationIMG"], MESSAGES.photos),
      book.valid("locationIMG"),
    ]),
);

/** /api/send/send-location, which is not asked how the venue is rented: by the day, to be accepted. */
export const sendInput = {
  fields: createInput.fields.extend({
    time: venueFields.time.default("Day"),
    needValidation: venueFields.needValidation.default(true),
  }),
  schema: z.preprocess((raw) => {
    const sent = Object(raw) as Record<string, unknown>;
    const { time, needValidation } = sent;
    return {
      ...sent,
      time: isBlank(time) ? "Day" : time,
      needValidation: isBlank(needValidation) ? true : needValidation,
    };
  }, createInput.schema),
};

/** A field of a venue that is changed: one that may stay unsaid is taken away by null. */
type Changed<F extends z.ZodTypeAny> =
  F extends z.ZodOptional<z.ZodTypeAny> ? z.ZodNullable<F> : z.ZodOptional<F>;

const changedFields = Object.fromEntries(
  Object.entries(venueFields).map(([name, field]) => [
    name,
    field instanceof z.ZodOptional ? field.nullable() : field.optional(),
  ]),
) as unknown as { [F in VenueField]: Changed<(typeof venueFields)[F]> };

/**
 * /api/location/edit-my-location: what is absent stays as it is, and what is null or blank is taken away where it may be;
 * photos that are said are all that it shows then.
 */
export const changeInput = input(
  {
    userId: shortText.optional(),
    ...changedFields,
    equipement: venueFields.equipement
      .optional()
      .nullable()
      .transform((chosen) => (chosen === null ? [] : chosen)),
    locationIMG: sentPhotos.optional(),
  },
  ({ valid }) => [valid("status", ...CHOICES), valid("locationIMG"), valid(...LIMITS)],
);

/** A call about an owner's venues that may name the owner. */
export const ownerInput = input({ userId: shortText.optional() });

/** A venue to publish; `photo` are ids of its owner's drafts. */
export type NewVenue = Omit<InputData<typeof publishInput>, "photos">;
/** All that is said of a venue: an optional field that is absent is taken away. */
export type VenueEdit = Omit<InputData<typeof editInput>, "photos" | "version">;
/** Some of it: what is absent stays as it is. */
export type VenueChange = Partial<VenueEdit>;
/** Some of it as a call says it: null takes away what may stay unsaid. */
export type SentChange = Pick<VenueChange, "photo"> &
  Omit<InputData<typeof changeInput>, "userId" | "locationIMG">;

/** What must be there, then the photos, then the limits. */
function rulesOf<S extends typeof publishFields>(
  fields: Partial<typeof venueFields>,
  { required, valid, check }: RuleBook<S>,
  photos: readonly Rule<S>[],
): Rule<S>[] {
  const asked = Object.entries(fields).filter(([, field]) => !field.isOptional());
  return [
    required(
      asked.map(([name]) => name as keyof S & string),
      INCOMPLETE,
    ),
    valid(...CHOICES),
    ...photos,
    valid(...LIMITS),
    ...CONTRADICTIONS.map((contradiction) =>
      check(
        "shortestStay",
        refusalMessage(contradiction),
        (read) => contradictionIn(read) !== contradiction,
      ),
    ),
  ];
}

/** What no stay could keep of the rules that could be read. */
function contradictionIn(read: Partial<VenueTime>) {
  return contradictionOf({ ...read, time: read.time ?? "Day" });
}

function photoRules<S extends typeof formPhotos>({ check }: RuleBook<S>): Rule<S>[] {
  return [
    check("photos", MESSAGES.photos, ({ photo }) => countOf(photo) >= PHOTO_COUNT.least),
    check("photos", MESSAGES.tooManyPhotos, ({ photo }) => countOf(photo) <= PHOTO_COUNT.most),
    check("photos", MESSAGES.photoWords, ({ described = [] }) =>
      [...photoWords(described).values()].every(({ length }) => length <= PHOTO_WORDS_LENGTH),
    ),
  ];
}

function countOf(photos: readonly string[] | undefined): number {
  return photos?.length ?? 0;
}

function isBlank(sent: unknown): boolean {
  return sent === undefined || sent === null || (typeof sent === "string" && sent.trim() === "");
}

/** A text of several lines as it is kept. */
function manyLines(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}

/** A text as it is kept, before its limits are looked at. */
function tidied<T extends z.ZodTypeAny>(tidy: (text: string) => string, limits: T) {
  return z.preprocess((raw) => (typeof raw === "string" ? tidy(raw) : raw), limits);
}

function limited({ least, most }: { least: number; most: number }, message: string) {
  return z.string().min(least, message).max(most, message);
}

/** One that may be left out. */
function wholeNumber({ least, most }: { least: number; most: number }, message: string) {
  return z
    .number({ invalid_type_error: message })
    .int(message)
    .min(least, message)
    .max(most, message)
    .optional();
}

/** Some values of a list, read in the list's own order, each once. */
function choices<const T extends readonly [string, ...string[]]>(values: T, message: string) {
  const list = z.array(choice(values, message)).max(values.length, message);
  return z
    .preprocess(distinct, list)
    .transform((chosen): T[number][] => values.filter((value) => chosen.includes(value)));
}

function distinct(list: unknown): unknown {
  return Array.isArray(list) ? [...new Set<unknown>(list)] : list;
}
