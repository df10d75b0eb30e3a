/**
 * When a job runs. `every` is in milliseconds; `cron` has five fields, read in `timezone`. With
 * `atStart` it also runs when a worker starts, for what a long stop has left undone.
 */
export type Schedule = ({ every: number } | { cron: string; timezone: string }) & {
  atStart?: boolean;
};

/** @property label what the back-office calls it */
export type TimedJob = Schedule & {
  label: string;
  /** Its turn may take, free or give back somebody's money. */
  movesMoney?: true;
};

/** Every day at that time in Paris. */
const daily = (cron: string) => ({ cron, timezone: "Europe/Paris" });
/** At the start of a worker as well, for what a stop has left undone. */
const caughtUp = (cron: string) => ({ ...daily(cron), atStart: true });

/**
 * Every job there is, and when it runs by itself. What asks for one besides (`queue.ts`) knows it by
 * its name here; what it does stands in `all.ts`.
 */
export const TIMETABLE = {
  /** Delivers the mails that are due. */
  "send-mails": { label: "Envoi des e-mails", every: 10_000 },
  /** Ends the holds whose time to pay is over, so that their days are free again. */
  "sweep-holds": { label: "Fin des demandes non payées", movesMoney: true, every: 60_000 },
  /** Cancels the requests whose time for an answer is over. */
  "expire-requests": { label: "Fin des demandes sans réponse", movesMoney: true, every: 60_000 },
  /** Gives up the new dates that no owner said yes to in time. */
  "expire-changes": {
    label: "Fin des changements de dates sans réponse",
    movesMoney: true,
    every: 60_000,
  },
  /** Goes on calling off what a ban or a suspension does: what its process left, and what could not be called off then. */
  "call-off": {
    label: "Annulations décidées avec une suspension ou un bannissement",
    movesMoney: true,
    every: 5 * 60_000,
  },
  /** Has Stripe hold what is on the accounts of banned owners, and pay it out again once a ban is taken back. */
  "hold-payouts": {
    label: "Versements des comptes bannis",
    movesMoney: true,
    every: 5 * 60_000,
  },
  /** Offers days that came free to who waits for them, and ends the offers that nobody took up. */
  "offer-wishes": { label: "Listes d’attente", every: 60_000 },
  /** Reminds owners of requests that run out within two hours. */
  "remind-owners": { label: "Rappels aux propriétaires", every: 5 * 60_000 },
  /** Reminds both sides of what begins in two days. */
  "remind-of-events": { label: "Rappels avant l’événement", ...caughtUp("0 9 * * *") },
  /** Asks buyers for a review the day after their last one. */
  "ask-for-reviews": { label: "Invitations à donner un avis", ...caughtUp("30 9 * * *") },
  /** Ends the reservations whose last day is over. */
  "end-reservations": { label: "Fin des réservations passées", ...caughtUp("10 0 * * *") },
  /** Brings reservations in line with Stripe where a webhook, an answer or a process was lost. */
  "reconcile-payments": { label: "Rapprochement des paiements", movesMoney: true, every: 120_000 },
  /** Reads the imported calendars that are due, each an hour after it was last read. */
  "sync-calendars": { label: "Lecture des calendriers importés", every: 5 * 60_000 },
  /** Asks Stripe about owners' accounts, the longest not asked about first. */
  "sync-accounts": { label: "Relecture des comptes de paiement", ...caughtUp("20 3 * * *") },
  /** Does, some hundreds at a time, what closings, erasures and changes of address have left. */
  "finish-leftovers": {
    label: "Suite des fermetures de comptes et des changements d’adresse",
    every: 5 * 60_000,
  },
  /** Erases the images of closed accounts, once they are closed. */
  "erase-images": { label: "Effacement des images de comptes fermés", ...caughtUp("40 3 * * *") },
  /** Takes the names of closed accounts off their customers at Stripe. */
  "forget-customers": {
    label: "Oubli des clients de comptes fermés chez Stripe",
    ...caughtUp("45 3 * * *"),
  },
  /**
   * Removes the photos that were sent and never published, a day after, those that moderation took off and that nobody can have put
   * back any more, and what a bucket still has of removed ones.
   */
  "sweep-images": { label: "Effacement des photos abandonnées", ...caughtUp("40 3 * * *") },
  /** Forgets who made the requests about personal data that were answered long ago. */
  "forget-requests": { label: "Oubli des demandes de droits closes", ...caughtUp("50 3 * * *") },
  /**
   * Forgets, once they are old: signups that nobody verified, accounts that the office made and nobody came to, messages of the contact
   * page, who reported what, what was said of deleted venues, mails that told of what was gone already, what mails said that reached
   * nobody, looks at personal data, places on waiting lists and by which address they were taken, events of Stripe's.
   */
  "forget-old": { label: "Oubli de ce qui est trop ancien", ...caughtUp("50 3 * * *") },
  /** Tells holders of accounts that nobody has used for three years, and closes those a month later. */
  "close-unused": { label: "Fermeture des comptes inutilisés", ...daily("40 10 * * *") },
  /** Compares the ledger with the movements of the platform's balance at Stripe. */
  "compare-ledger": { label: "Comparaison du registre avec Stripe", ...daily("30 3 * * *") },
  /** Asks owners for what has to be declared of their year and is missing: once, with two reminders. */
  "remind-tax-facts": { label: "Rappels de déclaration des revenus", ...daily("0 10 * * *") },
  /** Gives owners in January what is declared of their year before, once each; in February those who could not be given it; in March nobody's address is kept for it. */
  "send-statements": { label: "Envoi des relevés de revenus", ...daily("20 10 * 1-3 *") },
  /** Makes the home page's rooms and news anew, unless their daily switch is off. */
  "renew-rooms": { label: "Renouvellement des lieux de l’accueil", ...daily("0 4 * * *") },
  "renew-news": { label: "Renouvellement des nouveautés de l’accueil", ...daily("0 4 * * *") },
} satisfies Record<string, TimedJob>;

export type JobName = keyof typeof TIMETABLE;
