/** Everything that happened to a reservation, in one order, as an administrator reads it. */
import type { Actor, DatesStep, ReservationState } from "@models/enumerations";
import type { LedgerEntry, LedgerType } from "@models/ledger-entry";
import type { Mail } from "@models/mail";
import type { HistoryEntry } from "@models/reservation";
import type { StripeEvent } from "@models/stripe-event";
import { balanceOf, type Balance } from "~/payments/balance";
import { formatInstant, formatLongDay, formatTime, parisDayOf } from "~/platform/days";
import { formatEuros } from "~/platform/money";

export const TIMELINE_KINDS = ["etat", "registre", "email", "webhook", "acte"] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const TIMELINE_KIND_LABELS: Record<TimelineKind, { one: string; many: string }> = {
  etat: { one: "État", many: "États" },
  registre: { one: "Registre", many: "Registre" },
  email: { one: "E-mail", many: "E-mails" },
  webhook: { one: "Webhook Stripe", many: "Webhooks" },
  acte: { one: "Acte d’administration", many: "Actes" },
};

/** Where the money is, in euros as text; `moved`: what of it the entry moved. */
export interface BalanceLine {
  label: string;
  amount: string;
  moved: boolean;
}

/** Something that happened. */
export interface TimelineEvent {
  /** Unique in its timeline. */
  id: string;
  kind: TimelineKind;
  title: string;
  /** '18 h 04' */
  time: string;
  detail: string | null;
  /** Of services: `pi_…`, `evt_…`, a request's. */
  identifier: string | null;
  /** An administrator's own words. */
  why: string | null;
  failed: boolean;
  balance: BalanceLine[] | null;
  /** The mail that may be sent once more; null where none may. */
  mailAgain: string | null;
}

/** An event with its instant, before it is told by days. */
export type Dated = Omit<TimelineEvent, "time"> & { at: Date };

export interface TimelineDay {
  /** 'Jeudi 12 novembre 2026' */
  day: string;
  events: TimelineEvent[];
}

const nothing = {
  ...{ detail: null, identifier: null, why: null, failed: false, balance: null, mailAgain: null },
};

const STATES: Record<ReservationState, string> = {
  hold: "Jours retenus",
  dead: "Jours rendus, sans paiement",
  pending: "En attente du propriétaire",
  capturing: "Acceptée, encaissement en cours",
  confirmed: "Confirmée",
  cancelling: "Annulation décidée",
  cancelled: "Annulée",
  ended: "Terminée",
  joined: "Supplément payé",
};

const ACTORS: Record<Actor, string> = {
  buyer: "Par l’acheteur",
  owner: "Par le propriétaire",
  admin: "Par la plateforme",
  system: "Automatiquement",
};

export function stateEvents(history: readonly HistoryEntry[]): Dated[] {
  return history.map(({ state, at, by, why, dates }, index) => ({
    ...nothing,
    id: `etat-${index}`,
    kind: "etat",
    at,
    title: dates ? DATES_STEPS[dates.step] : STATES[state],
    detail: ended(byWhom(by, why) + (dates ? ` (${dates.from}\u00a0→ ${dates.to})` : "")),
  }));
}

/** The reason of a step, after who took it where the reason does not say so itself: 'Acceptée par le propriétaire'. */
function byWhom(by: Actor, why: string): string {
  return NAMES_ITS_ACTOR[by]?.test(why) ? why : `${ACTORS[by]}\u00a0: ${why}`;
}

/** Of each party its own name alone: what an administrator writes of a client's wish is no deed of the client's. */
const NAMES_ITS_ACTOR: Partial<Record<Actor, RegExp>> = {
  buyer: /^[^:]* par le client(?:\u00a0:|,|$)/,
  owner: /^[^:]* par le propriétaire(?:\u00a0:|,|$)/,
};

/** A sentence of what people wrote, who may have ended it. */
const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`);

const sentence = (text: string) => ended(text.slice(0, 1).toUpperCase() + text.slice(1));

const DATES_STEPS: Record<DatesStep, string> = {
  asked: "Autres dates demandées",
  changed: "Dates changées",
  refused: "Autres dates refusées",
  unanswered: "Autres dates restées sans réponse",
  withdrawn: "Autres dates abandonnées",
  agreed: "Autres dates acceptées, à payer",
  unpaid: "Autres dates restées impayées",
  outdated: "Autres dates devenues sans objet",
  unpayable: "Autres dates impossibles à payer",
};

/** What a movement of the ledger is called. */
const MOVEMENTS: Record<LedgerType, (sum: string) => string> = {
  authorised: (sum) => `${sum} autorisés, rien n’est débité`,
  released: (sum) => `${sum} libérés, sans débit`,
  captured: (sum) => `${sum} débités`,
  transferred: (sum) => `${sum} envoyés sur le compte du propriétaire`,
  fee: (sum) => `${sum} de part de la plateforme prélevés`,
  refunded: (sum) => `${sum} rendus à l’acheteur`,
  refund_failed: (sum) => `Remboursement de ${sum} renvoyé par la banque`,
  transfer_reversed: (sum) => `${sum} repris au propriétaire`,
  fee_refunded: (sum) => `${sum} de part de la plateforme rendus`,
  disputed: (sum) => `${sum} contestés par la banque de l’acheteur`,
  dispute_withdrawn: (sum) => `${sum} repris par la banque de l’acheteur`,
  dispute_reinstated: (sum) => `${sum} rendus par la banque de l’acheteur`,
  dispute_closed: () => "Contestation close",
};

const FAILURES: readonly LedgerType[] = ["refund_failed", "disputed", "dispute_withdrawn"];

const PARTS = [
  ["paid", "Payé"],
  ["owner", "Propriétaire"],
  ["platform", "Plateforme"],
  ["refunded", "Remboursé"],
] as const satisfies [keyof Balance, string][];

/** A balance as four figures, in the order of the sum that they make. */
export function balanceLines(balance: Balance, before?: Balance): BalanceLine[] {
  return PARTS.map(([part, label]) => ({
    label,
    amount: formatEuros(balance[part]),
    moved: before !== undefined && before[part] !== balance[part],
  }));
}

/** The ledger's entries, in the order of their time, each with what it left where. */
export function ledgerEvents(entries: readonly LedgerEntry[]): Dated[] {
  return entries.map(({ _id, type, amount, stripeId, at }, index) => ({
    ...nothing,
    id: _id,
    kind: "registre",
    at,
    title: MOVEMENTS[type](formatEuros(amount)),
    identifier: stripeId,
    failed: FAILURES.includes(type),
    balance: balanceLines(
      balanceOf(entries.slice(0, index + 1)),
      balanceOf(entries.slice(0, index)),
    ),
  }));
}

type SentMail = Pick<
  Mail,
  "_id" | "to" | "subject" | "status" | "attempts" | "lastError" | "sentAt" | "createdAt"
>;

/** @param mayAgain whether a mail may be sent once more */
export function mailEvents<M extends SentMail>(
  mails: readonly M[],
  mayAgain: (mail: M) => boolean,
): Dated[] {
  return mails.map((mail) => {
    const failed = mail.status === "failed";
    const id = mail._id.toString();
    return {
      ...nothing,
      id,
      kind: "email",
      at: mail.createdAt,
      title: `«\u00a0${mail.subject}\u00a0»${failed ? "\u00a0: non remis" : ""}`,
      detail: `À ${mail.to}, ${deliveryOf(mail)}`,
      failed,
      mailAgain: mayAgain(mail) ? id : null,
    };
  });
}

function deliveryOf({ status, sentAt, attempts, lastError }: SentMail): string {
  if (status === "sent" && sentAt) return `remis le ${formatInstant(sentAt)}.`;
  const tries =
    attempts > 1 ? `${attempts} essais` : attempts === 1 ? "1 essai" : "pas encore parti";
  const said = lastError ? ` Dernière réponse\u00a0: «\u00a0${lastError}\u00a0».` : "";
  return `${tries}${status === "failed" ? ", abandonné" : ""}.${said}`;
}

export function webhookEvents(events: readonly StripeEvent[]): Dated[] {
  return events.map(({ _id, type, receivedAt, handledAt }) => ({
    ...nothing,
    id: _id,
    kind: "webhook",
    at: receivedAt,
    title: type,
    detail: handledAt ? "Reçu et traité." : "Reçu, pas encore traité.",
    identifier: _id,
    failed: handledAt === undefined,
  }));
}

/** An entry of the audit log, as far as the timeline tells it. */
export interface ToldAct {
  id: string;
  at: Date;
  title: string;
  admin: string;
  /** The case that it was done about: 'Paiement à voir refund_refused:pi_1'; null: about the reservation itself. */
  about: string | null;
  before: string | null;
  after: string | null;
  why: string | null;
  requestId: string;
}

export function actEvents(acts: readonly ToldAct[]): Dated[] {
  return acts.map(({ id, at, title, admin, about, before, after, why, requestId }) => {
    const change = before && after ? `${before}, puis ${after}` : after;
    const told = [about, change].flatMap((one) => (one ? [sentence(one)] : []));
    return {
      ...nothing,
      id,
      kind: "acte",
      at,
      title,
      detail: [`Par ${admin}.`, ...told].join(" "),
      identifier: requestId,
      why,
    };
  });
}

/** Of what happened at one instant: the decision, what it moved, what was told of it. */
const RANK: Record<TimelineKind, number> = { acte: 0, etat: 1, registre: 2, webhook: 3, email: 4 };

/** The events by the days of Paris, the oldest first. */
export function timelineOf(events: readonly Dated[]): TimelineDay[] {
  const days = new Map<string, TimelineEvent[]>();
  const inOrder = events.toSorted(
    (a, b) => a.at.getTime() - b.at.getTime() || RANK[a.kind] - RANK[b.kind],
  );
  for (const { at, ...event } of inOrder) {
    const day = formatLongDay(parisDayOf(at));
    days.set(day, [...(days.get(day) ?? []), { ...event, time: formatTime(at) }]);
  }
  return [...days].map(([day, told]) => ({ day, events: told }));
}

/** How many events there are of each kind. */
export function countsOf(events: readonly Dated[]): Record<TimelineKind, number> {
  return Object.fromEntries(
    TIMELINE_KINDS.map((kind) => [kind, events.filter((event) => event.kind === kind).length]),
  ) as Record<TimelineKind, number>;
}
