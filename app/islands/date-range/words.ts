import type { Day } from "~/platform/days";
import type { Slot } from "@models/enumerations";
import type { ShortcutList } from "~/ui/date-range/options";
import type { Notice } from "./picker-state";

/** What the picker says. Names of months and days are the browser's, in any locale. */
export interface Words {
  dialog: string;
  sheet: string;
  close: string;
  shortcuts: string;
  builtIn: Required<
    Pick<ShortcutList, "today" | "yesterday" | "past" | "currentMonth" | "pastMonth">
  >;
  previousMonth: (month: string) => string;
  nextMonth: (month: string) => string;
  previousYears: string;
  nextYears: string;
  pickMonth: (month: string) => string;
  pickYear: (year: number) => string;
  months: string;
  years: string;
  start: string;
  end: string;
  within: string;
  past: string;
  /** To come, and sooner than the venue wants to know. */
  tooSoon: string;
  notYet: string;
  taken: string;
  closed: string;
  unavailable: string;
  /** Whatever took it: a reservation, its preparation or the owner. */
  takenHalf: Record<Slot, string>;
  first: string;
  /** `before` is the first day on which the range can no longer end, as it is written. */
  last: (before: string | null) => string;
  chosen: string;
  cleared: string;
  outside: string;
  covers: string;
  unreadable: (format: string) => string;
  missing: string;
  legend: { title: string; taken: string; half: string };
  arrival: string;
  departure: string;
  slots: Record<Slot, string>;
  totalIf: (day: string) => string;
}

const french: Words = {
  dialog: "Choisir les dates",
  sheet: "Vos dates",
  close: "Fermer le calendrier",
  shortcuts: "Raccourcis",
  builtIn: {
    today: "Aujourd’hui",
    yesterday: "Hier",
    past: "Les {n} derniers jours",
    currentMonth: "Ce mois-ci",
    pastMonth: "Le mois dernier",
  },
  previousMonth: (month) => `Mois précédent\u00a0: ${month}`,
  nextMonth: (month) => `Mois suivant\u00a0: ${month}`,
  previousYears: "Années précédentes",
  nextYears: "Années suivantes",
  pickMonth: (month) => `${month}, choisir le mois`,
  pickYear: (year) => `${year}, choisir l’année`,
  months: "Mois",
  years: "Années",
  start: "début",
  end: "fin",
  within: "dans la période",
  past: "passé",
  tooSoon: "trop proche",
  notYet: "pas encore ouvert",
  taken: "déjà réservé",
  closed: "fermé",
  unavailable: "indisponible",
  takenHalf: { AM: "matin indisponible", PM: "après-midi indisponible" },
  first: "Choisissez le premier jour.",
  last: (before) =>
    before ? `Choisissez le dernier jour, avant le ${before}.` : "Choisissez le dernier jour.",
  chosen: "Vos dates sont choisies.",
  cleared: "Dates effacées.",
  outside: "hors des dates ouvertes",
  covers:
    "Une réservation existe déjà entre vos dates sélectionnées. Veuillez choisir des dates disponibles.",
  unreadable: (format) => `Saisissez vos dates au format ${format}, la première avant la dernière.`,
  missing: "Veuillez sélectionner une date",
  legend: { title: "Légende", taken: "Pris ou fermé", half: "Une demi-journée prise" },
  arrival: "Arrivée",
  departure: "Départ",
  slots: { AM: "Matin", PM: "Après-midi" },
  totalIf: (day) => `Total si vous finissez le ${day}`,
};

const english: Words = {
  dialog: "Choose the dates",
  sheet: "Your dates",
  close: "Close the calendar",
  shortcuts: "Shortcuts",
  builtIn: {
    today: "Today",
    yesterday: "Yesterday",
    past: "Last {n} days",
    currentMonth: "This month",
    pastMonth: "Last month",
  },
  previousMonth: (month) => `Previous month, calendar of ${month}`,
  nextMonth: (month) => `Next month, calendar of ${month}`,
  previousYears: "Previous years",
  nextYears: "Next years",
  pickMonth: (month) => `${month}, choose the month`,
  pickYear: (year) => `${year}, choose the year`,
  months: "Months",
  years: "Years",
  start: "start",
  end: "end",
  within: "in the range",
  past: "too early",
  tooSoon: "too soon",
  notYet: "too late",
  taken: "already booked",
  closed: "closed",
  unavailable: "unavailable",
  takenHalf: { AM: "morning unavailable", PM: "afternoon unavailable" },
  first: "Choose the first day.",
  last: (before) => (before ? `Choose the last day, before ${before}.` : "Choose the last day."),
  chosen: "Your dates are chosen.",
  cleared: "Dates cleared.",
  outside: "outside the open dates",
  covers: "Some of the days in between are not available. Please choose others.",
  unreadable: (format) => `Type the dates as ${format}, the first before the last.`,
  missing: "Please choose a date",
  legend: { title: "Key", taken: "Booked or closed", half: "Half a day taken" },
  arrival: "Arrival",
  departure: "Departure",
  slots: { AM: "Morning", PM: "Afternoon" },
  totalIf: (day) => `Total if you end on the ${day}`,
};

export function wordsOf(locale: string): Words {
  return locale.startsWith("fr") ? french : english;
}

/** The sentence for a notice; `say.day` writes a day in full, `say.month` a month. */
export function sentenceOf(
  notice: Notice,
  words: Words,
  say: {
    day: (day: Day) => string;
    month: (month: string) => string;
    /** What comes after the first day. */
    next: string;
    format: string;
  },
): string {
  switch (notice.kind) {
    case "outside":
      return `${capital(say.day(notice.day))}, ${words.outside}.`;
    case "taken":
      return `${capital(say.day(notice.day))}, ${notice.reason || words.unavailable}.`;
    case "covers":
      return words.covers;
    case "rule":
      return notice.says || words.covers;
    case "unreadable":
      return words.unreadable(say.format);
    case "start":
    case "end":
      return `${capital(words[notice.kind])}, ${say.day(notice.day)}. ${say.next}`;
    case "month":
      return capital(`${say.month(notice.month)}.`);
    case "cleared":
      return words.cleared;
  }
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
