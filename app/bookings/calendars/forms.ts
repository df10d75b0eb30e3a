/** The forms of a venue's calendars. */
import { z } from "zod";
import { line, objectId } from "~/platform/web/fields";
import { input } from "~/platform/web/input";

/** What a venue may import. */
export const MOST_IMPORTS = 5;

const ADDRESS_LENGTH = 2_000;
const UNFIT = "Saisissez une adresse complète, qui commence par https:// ou webcal://.";

/** Where a calendar is read: other calendar programs' webcal is https. */
export function calendarUrl(typed: string): string {
  return typed.replace(/^webcals?:\/\//i, "https://");
}

function isWebAddress(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password } = new URL(url);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

/** 'Ajouter ce calendrier'. */
export const addCalendarInput = input(
  {
    name: line({ missing: "Donnez un nom à ce calendrier.", most: 60 }),
    url: z
      .string()
      .trim()
      .max(
        ADDRESS_LENGTH,
        `Cette adresse est trop longue\u00a0: ${ADDRESS_LENGTH} caractères au plus.`,
      )
      .refine((typed) => isWebAddress(calendarUrl(typed)), UNFIT),
  },
  ({ required }) => [
    required(["name"], "Donnez un nom à ce calendrier."),
    required(["url"], UNFIT),
  ],
);

/** 'Créer une adresse', and 'Nouvelle adresse' with since when the one is that it replaces, in milliseconds. */
export const shareInput = input({ replaces: z.number().int().min(0).max(8.64e15).optional() });

/** What cannot be taken back, each asked about on a page of its own. */
export const CALENDAR_ACTS = ["nouvelle-adresse", "arreter", "retirer"] as const;

/** What is pressed beside one of the imported calendars. */
export const calendarInput = input({ calendar: objectId });
