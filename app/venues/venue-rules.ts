/**
 * What an owner says of a venue, to publish it or to change it: the fields, and their rules in the
 * order in which they are told.
 */
import {
  CAPACITY_CODES,
  EQUIPMENT,
  PERIODS,
  POLICIES,
  VENUE_STATUSES,
  VENUE_TYPES,
  type Capacity,
  type Equipment,
  type Period,
  type Policy,
  type VenueStatus,
  type VenueType,
} from "@models/enumerations";
import { withoutSpaces } from "~/accounts/identifiers";
import { oneLine } from "~/accounts/signup-fields";
import { parseEuros, type Cents } from "~/platform/money";
import {
  firstOfEachField,
  type Checked,
  type RuleIssue,
  type TypedFields,
  type TypedLists,
} from "~/platform/web/ordered-schema";

/** The fields with one value; `needValidation` is 'true' or 'false', `price` is typed in euros. */
export const VENUE_TEXTS = [
  "street",
  "postalCode",
  "city",
  "country",
  "capacity",
  "title",
  "description",
  "price",
  "time",
  "needValidation",
  "cancellationPolicy",
  "status",
] as const;
/** The fields with any number of values; `photo` holds ids of images, the cover first. */
export const VENUE_LISTS = ["type", "equipement", "photo"] as const;
export type VenueText = (typeof VENUE_TEXTS)[number];
export type VenueList = (typeof VENUE_LISTS)[number];
export type TypedVenue = TypedFields<VenueText> & TypedLists<VenueList>;

/** What publishing asks for. */
export interface VenueFields {
  type: VenueType[];
  street: string;
  postalCode: string;
  city: string;
  country: string;
  capacity: Capacity;
  title: string;
  description: string;
  /** For one day, or one half day when `time` is 'Half'. */
  price: Cents;
  time: Period;
  needValidation: boolean;
  cancellationPolicy: Policy;
  equipement: Equipment[];
  /** Ids of images, in their order. */
  photos: string[];
}

/** What may be changed of a venue; what is absent stays as it is. */
export type VenueChange = Partial<VenueFields> & { status?: VenueStatus };

export const TITLE_LENGTH = { least: 1, most: 30 };
export const DESCRIPTION_LENGTH = { least: 20, most: 280 };
export const PHOTO_COUNT = { least: 5, most: 10 };
const PRICE: { least: Cents; most: Cents } = { least: 100, most: 999_900 };
const LINE_LENGTH = 200;
const COUNTRY = "France";

export const INCOMPLETE = "Tous les champs doivent être remplis.";
const MESSAGES = {
  photos: "Vous devez avoir un minimum de 5 photos.",
  tooManyPhotos: "Vous pouvez avoir 10 photos au plus.",
  title: "Vous ne respectez pas la limite de caractères autorisée pour votre titre.",
  description: "Vous ne respectez pas la limite de caractères autorisée pour votre description.",
  price: "Le prix dépasse la limite autorisée 1 - 9\u202f999\u00a0€.",
  type: "Choisissez 20 types au plus, parmi ceux de la liste.",
  equipement: "Choisissez 13 équipements au plus, parmi ceux de la liste.",
  postalCode: "Saisissez un code postal à 5 chiffres.",
  country: "Seuls les lieux situés en France peuvent être publiés.",
  long: "Ce texte est trop long\u00a0: 200 caractères au plus.",
} as const;

/** What must be there, in the order of the form. */
const REQUIRED = [
  "type",
  "street",
  "postalCode",
  "city",
  "country",
  "capacity",
  "title",
  "description",
  "price",
  "time",
  "needValidation",
  "cancellationPolicy",
] as const satisfies readonly (keyof VenueFields)[];

/** Checks a venue to publish: what must be there, the photos, the limits. */
export function checkVenue(typed: TypedVenue): Checked<VenueFields> {
  const { values, issues } = read(typed);
  // Five times the same photo is one.
  const photos = [...new Set(typed.photo)];
  const all = firstOfEachField([...missing(typed, values), ...photoIssues(photos), ...issues]);
  if (all.length > 0) return { issues: all };
  const { status: _status, ...said } = values;
  return { data: { ...(said as VenueFields), photos } };
}

/** Checks a venue's edit form: all that publishing asks for, and the status. */
export function checkVenueEdit(typed: TypedVenue): Checked<VenueChange> {
  const { status } = read(typed).values;
  const checked = checkVenue(typed);
  const statusIssues = status ? [] : [{ field: "status", message: INCOMPLETE }];
  if ("issues" in checked) return { issues: [...statusIssues, ...checked.issues] };
  if (!status) return { issues: statusIssues };
  return { data: { ...checked.data, status } };
}

/** Checks the few fields that a call changes; photos are not among them. */
export function checkVenueChange(typed: TypedVenue): Checked<VenueChange> {
  const { values, issues } = read(typed);
  const isSaid = (name: string) => (typed[name as keyof TypedVenue]?.length ?? 0) > 0;
  const said = Object.entries(values).filter(([name]) => isSaid(name));
  const unknown = said
    .filter(([name, value]) => value === undefined && name !== "price")
    .map(([field]) => ({ field, message: INCOMPLETE }));
  const all = firstOfEachField([...unknown, ...issues]);
  return all.length > 0 ? { issues: all } : { data: Object.fromEntries(said) };
}

function missing(typed: TypedVenue, values: VenueChange): RuleIssue[] {
  return REQUIRED.filter((field) => {
    if (field === "type") return typed.type.length === 0;
    // What was typed but cannot be read has a rule of its own.
    if (field === "price" || field === "postalCode") return !typed[field]?.trim();
    return values[field] === undefined || values[field] === "";
  }).map((field) => ({ field, message: INCOMPLETE }));
}

function photoIssues(photos: readonly string[]): RuleIssue[] {
  if (photos.length < PHOTO_COUNT.least) return [{ field: "photos", message: MESSAGES.photos }];
  if (photos.length > PHOTO_COUNT.most) {
    return [{ field: "photos", message: MESSAGES.tooManyPhotos }];
  }
  return [];
}

/** Reads what was typed, and says what of it breaks a limit. */
function read(typed: TypedVenue): { values: VenueChange; issues: RuleIssue[] } {
  const values: VenueChange = {
    type: chosen(VENUE_TYPES, typed.type),
    equipement: chosen(EQUIPMENT, typed.equipement),
    street: oneLine(typed.street),
    postalCode: withoutSpaces(typed.postalCode ?? ""),
    city: oneLine(typed.city),
    country: oneLine(typed.country),
    capacity: oneOf(CAPACITY_CODES, typed.capacity),
    title: oneLine(typed.title),
    description: typed.description?.replace(/\r\n?/g, "\n").trim(),
    price: parseEuros(typed.price ?? "") ?? undefined,
    time: oneOf(PERIODS, typed.time),
    needValidation: readBoolean(typed.needValidation),
    // One that is not said is the lenient one.
    cancellationPolicy: oneOf(POLICIES, typed.cancellationPolicy ?? "souple"),
    status: oneOf(VENUE_STATUSES, typed.status),
  };
  return { values, issues: limitIssues(typed, values) };
}

function limitIssues(typed: TypedVenue, values: VenueChange): RuleIssue[] {
  const { title = "", description = "", postalCode = "", country = "", price } = values;
  const issues: RuleIssue[] = [];
  const add = (field: keyof typeof MESSAGES | "street" | "city", message: string) =>
    issues.push({ field, message });
  if (title && !fits(title, TITLE_LENGTH)) add("title", MESSAGES.title);
  if (description && !fits(description, DESCRIPTION_LENGTH)) {
    add("description", MESSAGES.description);
  }
  const isPriceRight = price !== undefined && price >= PRICE.least && price <= PRICE.most;
  if (typed.price?.trim() && !isPriceRight) add("price", MESSAGES.price);
  if (new Set(typed.type).size !== values.type?.length) add("type", MESSAGES.type);
  if (new Set(typed.equipement).size !== values.equipement?.length) {
    add("equipement", MESSAGES.equipement);
  }
  for (const field of ["street", "city"] as const) {
    if ((values[field]?.length ?? 0) > LINE_LENGTH) add(field, MESSAGES.long);
  }
  if (postalCode && !/^\d{5}$/.test(postalCode)) add("postalCode", MESSAGES.postalCode);
  if (country && country !== COUNTRY) add("country", MESSAGES.country);
  return issues;
}

function fits(text: string, { least, most }: { least: number; most: number }): boolean {
  const length = [...text].length;
  return length >= least && length <= most;
}

/** Those of the list that were chosen, in the list's order, each once. */
function chosen<T extends string>(list: readonly T[], typed: readonly string[]): T[] {
  return list.filter((value) => typed.includes(value));
}

function oneOf<T extends string>(list: readonly T[], typed: string | undefined): T | undefined {
  return list.find((value) => value === typed);
}

function readBoolean(typed: string | undefined): boolean | undefined {
  return typed === "true" ? true : typed === "false" ? false : undefined;
}
