/** What an owner is told of a calendar elsewhere. */
import type { CalendarProblem } from "@models/enumerations";
import { knownOr } from "~/platform/known-value";
import { counted } from "~/platform/numbers";
import { namedPeriods } from "~/rules/calendar";

const PROBLEMS: Record<CalendarProblem, string> = {
  bad_address:
    "L’adresse ne commence pas par https:// ou webcal://, ou elle demande un autre accès.",
  no_public_server: "Aucun serveur public ne répond à cette adresse.",
  unreachable: "Le serveur de ce calendrier ne répond pas.",
  bad_status: "Ce calendrier n’est plus à cette adresse, ou il n’est pas partagé.",
  server_failing:
    "Le serveur de ce calendrier est en panne ou trop sollicité\u00a0: réessai automatique.",
  too_many_redirects: "Cette adresse renvoie trop de fois vers une autre.",
  too_slow: "Ce calendrier met plus de 10\u00a0secondes à arriver.",
  too_large: "Ce calendrier dépasse 5\u00a0Mo.",
  not_a_calendar: "Cette adresse ne mène pas à un calendrier iCal lisible.",
  events_unreadable:
    "Parmi les événements de ce calendrier qui occuperaient des jours, aucun n’a pu être lu\u00a0: dates illisibles ou fuseaux horaires inconnus.",
  too_many_events: "Ce calendrier a trop d’événements, ou une répétition sans fin.",
  unreadable: "La lecture s’est interrompue de notre côté\u00a0: réessai automatique.",
};

/** Why the last reading failed. */
export function problemText(problem: CalendarProblem): string {
  return knownOr(PROBLEMS, problem, "La dernière lecture a échoué.");
}

/** Those that pass by themselves: who takes such a calendar away and adds it again opens its days meanwhile. */
const PASSING: readonly CalendarProblem[] = ["server_failing", "unreadable"];

/** What an owner can do about a calendar that is not read any more. */
export function remedyText(problem: CalendarProblem): string {
  if (problem === "events_unreadable") {
    return "Corrigez ces événements dans leur calendrier, ou fermez vous-même les jours pris ailleurs.";
  }
  return PASSING.includes(problem)
    ? "Il n’y a rien à changer à ce calendrier, et ne le retirez pas\u00a0: ses jours seraient rouverts. En attendant, fermez vous-même les jours pris ailleurs."
    : "Vérifiez l’adresse de ce calendrier, ou fermez vous-même les jours pris ailleurs. Le retirer rouvrirait ceux qu’il ferme.";
}

/** What became of the address of a venue's own calendar; the last three also for who presses twice. */
export const SHARED = {
  made: "L’adresse du calendrier est prête.",
  hasOne: "Ce calendrier a déjà une adresse, qui n’a pas changé\u00a0: la voici.",
  replaced: "Cette adresse était déjà remplacée\u00a0: voici celle d’à présent.",
  ended: "Ce calendrier n’est plus partagé. Créez une adresse pour le partager à nouveau.",
};

/** @param areFree as `removeCalendar` tells */
export function removedText(areFree: boolean | null): string {
  // Which days it closed is not known any more.
  if (areFree === null) return "Ce calendrier est retiré.";
  return areFree
    ? "Ce calendrier est retiré et ses jours sont rouverts."
    : "Ce calendrier est retiré et ses jours sont rouverts, sauf ceux qu’un autre ferme.";
}

interface Told {
  closedDays: number;
  unknownZones: readonly string[];
  unread: number;
  free?: number;
}

const FREE = "«\u00a0disponible\u00a0», non repris";

/**
 * How many days a calendar closes, and what the last reading that succeeded found.
 *
 * @param held stretches of days taken there that somebody has here: 'le 12/06/2027'
 */
export function readingTexts(
  { closedDays, unknownZones, unread, free = 0 }: Told,
  held: { reserved: readonly string[]; prepared: readonly string[] },
): string[] {
  return [
    counted(closedDays, "jour fermé", "jours fermés"),
    ...(held.reserved.length > 0 ? [`déjà réservé ici\u00a0: ${namedPeriods(held.reserved)}`] : []),
    ...(held.prepared.length > 0
      ? [`gardé ici pour préparation\u00a0: ${namedPeriods(held.prepared)}`]
      : []),
    ...unknownZones.map((zone) => `fuseau inconnu, événements non repris\u00a0: ${zone}`),
    ...(unread > 0
      ? [counted(unread, "événement illisible, non repris", "événements illisibles, non repris")]
      : []),
    ...(free > 0 ? [counted(free, `événement marqué ${FREE}`, `événements marqués ${FREE}`)] : []),
  ];
}
