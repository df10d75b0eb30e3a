/** What the jobs of the queue are called in the back-office. */
import type { JobName } from "@jobs/queue";

interface JobWords {
  label: string;
  /** Its turn may take, free or give back somebody's money. */
  movesMoney?: true;
}

const JOB_WORDS: Record<JobName, JobWords> = {
  "send-mails": { label: "Envoi des e-mails" },
  "sweep-holds": { label: "Fin des demandes non payées", movesMoney: true },
  "expire-requests": { label: "Fin des demandes sans réponse", movesMoney: true },
  "expire-changes": { label: "Fin des changements de dates sans réponse", movesMoney: true },
  "offer-wishes": { label: "Listes d’attente" },
  "remind-owners": { label: "Rappels aux propriétaires" },
  "remind-of-events": { label: "Rappels avant l’événement" },
  "end-reservations": { label: "Fin des réservations passées" },
  "reconcile-payments": { label: "Rapprochement des paiements", movesMoney: true },
  "sync-calendars": { label: "Lecture des calendriers importés" },
  "erase-images": { label: "Effacement des images de comptes fermés" },
  "sweep-images": { label: "Effacement des photos abandonnées" },
  "forget-requests": { label: "Oubli des demandes de droits closes" },
  "compare-ledger": { label: "Comparaison du registre avec Stripe" },
  "remind-tax-facts": { label: "Rappels de déclaration des revenus" },
  "renew-rooms": { label: "Renouvellement des lieux de l’accueil" },
  "renew-news": { label: "Renouvellement des nouveautés de l’accueil" },
};

/** A job that an older version has left on the queue goes by its name. */
export const jobLabel = (name: JobName): string =>
  Object.hasOwn(JOB_WORDS, name) ? JOB_WORDS[name].label : name;

/** Of one that nobody knows any more it is supposed. */
export const jobMovesMoney = (name: JobName): boolean =>
  !Object.hasOwn(JOB_WORDS, name) || JOB_WORDS[name].movesMoney === true;
