import { namedPeriods } from "~/rules/calendar";

/** What is held, or offered to who waits, is taken for a while only; which days these are is nobody's business yet. */
const MAY_COME_FREE = "Un jour retenu sans être payé peut se libérer\u00a0: vérifiez plus tard.";

/** What an owner is told who closed what was free of some days. */
export function closedText({ days, taken }: { days: string; taken: readonly string[] }): string {
  return taken.length === 0
    ? `Votre lieu est fermé ${days}.`
    : `Ce qui était libre ${days} est fermé\u00a0; restent pris\u00a0: ${namedPeriods(taken)}. ${MAY_COME_FREE}`;
}

/** What an owner is told who opened days again. @param areFree no imported calendar closes any of them */
export function reopenedText(areFree: boolean): string {
  return areFree
    ? "Ces jours ne sont plus fermés par vous."
    : "Ces jours ne sont plus fermés par vous\u00a0; un calendrier importé en ferme encore.";
}
