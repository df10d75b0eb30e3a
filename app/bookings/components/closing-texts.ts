import { namedPeriods } from "~/rules/calendar";

/** What an owner is told who closed what was free of some days. */
export function closedText({ days, taken }: { days: string; taken: readonly string[] }): string {
  return taken.length === 0
    ? `Votre lieu est fermé ${days}.`
    : `Ce qui était libre ${days} est fermé\u00a0; restent pris\u00a0: ${namedPeriods(taken)}.`;
}

/** What an owner is told who opened days again. @param areFree no imported calendar closes any of them */
export function reopenedText(areFree: boolean): string {
  return areFree
    ? "Ces jours ne sont plus fermés par vous."
    : "Ces jours ne sont plus fermés par vous\u00a0; un calendrier importé en ferme encore.";
}
