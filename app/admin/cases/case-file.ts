/** The queue 'À traiter': what a case is, and how urgent. */
import type { CaseKind } from "../words/case-kinds";
import type { PaymentCaseKind } from "@models/payment-case";
import { DAY_MINUTES, addMinutes } from "~/platform/days";
import { listPath } from "../lists/filters";
import type { Permission } from "~/platform/permissions";

/** What a payment needs a person for. */
export const PAYMENT_TITLES: Record<PaymentCaseKind, string> = {
  refund_refused: "Remboursement refusé par Stripe",
  refund_failing: "Remboursement renvoyé par la banque",
  refund_disputed: "Remboursement dû pendant un litige",
  refund_unfunded: "Remboursement en attente, solde Stripe à alimenter",
  take_back_refused: "Part du propriétaire à reprendre",
  dispute_reinstated: "Litige gagné, part du propriétaire à rendre",
  reservation_lost: "Paiement d’une réservation perdue",
};

/** How an owner's part is given back to them, and what has to be done by hand for it. @param reservation its id */
export function byHandText(reservation: string): string {
  return [
    `Envoyez cette part au propriétaire chez Stripe, par un transfert vers son compte connecté, dont la métadonnée «\u00a0reservation\u00a0» est ${reservation}.`,
    "Ce transfert n’entre pas au registre\u00a0: la finance, les montants du propriétaire, les revenus déclarés et son e-mail de janvier ne l’auront pas.",
    "Déclarez-le à la main, avec la part de la plateforme et la location, et dites-le au propriétaire.",
    "Classez ce dossier aussitôt\u00a0: son montant compte alors comme versé.",
    "La comparaison de la nuit fait du transfert un écart au nom de la réservation\u00a0: classez-le en disant laquelle.",
  ].join(" ");
}

/** How the money of a reservation that is not here goes back: what has it is a destination charge, which nothing here knows of. */
export const LOST_TEXT = [
  "Aucune réservation ne porte cet argent\u00a0: il ne se rend que chez Stripe, sous l’identifiant ci-dessus.",
  "Un paiement autorisé et pas encaissé s’y annule.",
  "Un paiement encaissé s’y rembourse les deux cases cochées, celle qui annule le transfert et celle qui rembourse les frais de plateforme\u00a0: sans la première, le propriétaire garde sa part, et la plateforme la paie.",
  "S’il est déjà remboursé sans elles, annulez le transfert, puis remboursez les frais de plateforme.",
  "Le dossier s’en va de lui-même quand tout est rendu et repris.",
].join(" ");

/** What has to be allowed to whoever sees to a case of each kind. */
export const CASE_PERMISSIONS: Record<CaseKind, Permission> = {
  master: "masters.decide",
  review: "reviews.decide",
  report: "reports.decide",
  appeal: "reports.decide",
  privacy: "privacy.treat",
  dispute: "cases.settle",
  payment: "cases.settle",
  ledger: "cases.settle",
  owner: "cases.settle",
  payout: "cases.settle",
  mail: "cases.settle",
  job: "cases.settle",
};

/** So many of a kind are looked up at a time, and counted at most on the pages that only say how many wait. */
export const CASES_OF_A_KIND = 100;
/** So many of a kind the queue shows at most, page by page, as all lists count no further; its file has all. */
export const SHOWN_OF_A_KIND = 1_000;

/** Whether there may be more of a kind than `most`, up to which they were looked up. */
export const isCut = (count: number, most: number) => count >= most;

/** Whose cases the queue can be narrowed to. */
export const CHARGES = ["moi", "personne", "collegue"] as const;
export type ChargeFilter = (typeof CHARGES)[number];
export const CHARGE_LABELS: Record<ChargeFilter, string> = {
  moi: "Moi",
  personne: "Personne",
  collegue: "Un collègue",
};

/** What the queue is narrowed to; empty: all of them. */
export interface CaseFilters {
  nature: CaseKind | "";
  charge: ChargeFilter | "";
}

const QUEUE = "/admin/a-traiter";

/** The address of the queue under its filters. @param page from 1 */
export function queuePath({ nature, charge }: CaseFilters, page = 1): string {
  return listPath(QUEUE, { nature, charge, page: page > 1 ? String(page) : "" });
}

/** The same as a file. */
export function queueFilePath({ nature, charge }: CaseFilters): string {
  return listPath(`${QUEUE}.csv`, { nature, charge });
}

/** A case as it is found. */
export interface FoundCase {
  /** `master:{id}`; also its form's value. */
  key: string;
  kind: CaseKind;
  title: string;
  /** The cause, in one sentence. */
  context: string;
  /** Where it is dealt with. */
  href: string;
  /** Null: nobody noted when it began. */
  since: Date | null;
  deadline: Date | null;
  /** '382,50 €' */
  amount: string | null;
  /**
   * What it is at this moment, where an administrator may put it away with a reason: it comes back once that is
   * something else. Null: what it is about ends it.
   */
  mark: string | null;
}

/** Which cases of a kind are looked up: those after so many, or some by what their keys have behind the kind. */
export interface Sought {
  skip: number;
  ids?: readonly string[];
}

/** What a case's key has behind its kind. */
export const idOfKey = (key: string): string => key.slice(key.indexOf(":") + 1);

/**
 * Whether who took a case sees to it still. One that ended and came back is anybody's again; but a job has failed at
 * another time after each of its turns, and is no other case for it.
 */
export function holds(charge: { since: Date }, found: Pick<FoundCase, "kind" | "since">): boolean {
  return found.kind === "job" || found.since === null || charge.since >= found.since;
}

/** The page of a case that can be put away: what is known of it, and what may be done. */
export function casePath(key: string): string {
  return `${QUEUE}/${encodeURIComponent(key)}`;
}

/** The page that asks before a colleague's case is taken over. @param page of the queue, which it leads back to */
export function takeOverPath(key: string, { nature, charge }: CaseFilters, page: number): string {
  return listPath(`${casePath(key)}/reprendre`, {
    ...{ nature, charge },
    page: page > 1 ? String(page) : "",
  });
}

export const URGENCIES = ["late", "today", "week", "none"] as const;
export type Urgency = (typeof URGENCIES)[number];

export const URGENCY_LABELS: Record<Urgency, string> = {
  late: "En retard",
  today: "Dans les 24\u00a0heures",
  week: "Cette semaine",
  none: "Plus tard ou sans échéance",
};

/** How soon a case has to be dealt with; beyond a week is no hurry yet. */
export function urgencyOf(deadline: Date | null, now: Date): Urgency {
  if (!deadline) return "none";
  if (deadline <= now) return "late";
  if (deadline <= addMinutes(now, DAY_MINUTES)) return "today";
  return deadline <= addMinutes(now, 7 * DAY_MINUTES) ? "week" : "none";
}

/** '6 jours', '22 h', '45 min'. */
export function ageText(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / 60_000));
  if (minutes < 60) return `${minutes}\u00a0min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours}\u00a0h`;
  const days = Math.floor(hours / 24);
  return days > 1 ? `${days}\u00a0jours` : "1\u00a0jour";
}
