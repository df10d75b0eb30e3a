import { logger } from "../log.server";
import { loggablePath } from "../loggable-path";

/**
 * What is said when a deed fails for a reason that nobody expected (what was expected is a refusal, and
 * says its own sentence): one closed list, in the specification's words, in French
 * (docs/words.md).
 */
const FAILURES = {
  other: "Un problème est survenu.",
  signup: "Erreur lors de l’inscription",
  logout: "Erreur lors de la déconnexion",
  newCode: "Erreur de l’envoi de l’e-mail",
  verification: "Erreur de vérification de l’e-mail",
  resetRequest: "Erreur lors de l’envoi de l’e-mail de réinitialisation",
  reset: "Erreur lors de la réinitialisation du mot de passe",
  adminCheck: "Les données de l’administrateur manquent",
  contactRemoval: "Erreur lors de la suppression des contacts",
  creation: "Erreur lors de la transmission des données",
  validation: "Erreur lors de la validation",
  venueEdit: "Une erreur est survenue lors de la modification.",
  venueRemoval: "Une erreur est survenue lors de la suppression.",
  launch: "Erreur lors du lancement.",
  contact: "Erreur lors de l’envoi",
  edit: "Erreur lors de la modification",
  settings: "Erreur lors de la mise à jour des paramètres.",
  changeOfDates: "Une erreur s’est produite lors du changement de dates",
  cancellation: "Une erreur s’est produite lors de l’annulation",
  removal: "Une erreur s’est produite lors de la suppression",
} as const;

export type FailureCode = keyof typeof FAILURES;

interface Asked {
  request: Request;
  context: { requestId: string };
}

/** What a call that failed unexpectedly answers: its sentence. The story goes into the log, under the request's id. */
export function failureMessage(error: unknown, failure: FailureCode, asked: Asked): string {
  logFailure(error, asked);
  return failureSentence(failure);
}

/** The sentence alone, for whoever has told the log. */
export const failureSentence = (failure: FailureCode): string => FAILURES[failure];

/** Tells the log what nobody expected, also of whoever has left: their deed may have stopped half-way. */
export function logFailure(error: unknown, { request, context: { requestId } }: Asked): void {
  const path = loggablePath(new URL(request.url).pathname);
  const isGivenUp = request.signal.aborted;
  logger.error(
    { err: error, requestId, path, ...(isGivenUp && { isGivenUp }) },
    "unexpected error",
  );
}

/** Tells the log of what is thrown to Remix, which drops it once whoever asked has left; elsewhere it tells us itself. */
export function logUnheard(error: unknown, asked: Asked): void {
  if (asked.request.signal.aborted && !(error instanceof Response)) logFailure(error, asked);
}
