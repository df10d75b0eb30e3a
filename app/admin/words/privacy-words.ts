/** Requests of persons about their data: their words, and the clock that the law gives them. */
import {
  PRIVACY_KINDS,
  type IdentityProof,
  type PrivacyChannel,
  type PrivacyKind,
  type PrivacyOutcome,
} from "@models/enumerations";
import type { PrivacyRequest } from "@models/privacy-request";
import {
  addDays,
  addMinutes,
  addMonths,
  formatDay,
  parisMidnight,
  todayInParis,
  type Day,
} from "~/platform/days";
import { knownOr } from "~/platform/known-value";

interface KindWords {
  label: string;
  /** In a mail: 'Votre demande d’accès à vos données'. */
  asked: string;
  /** What an answer that grants it may begin with. */
  answer: string;
}

const PRIVACY_KIND_WORDS: Record<PrivacyKind, KindWords> = {
  access: {
    label: "Accès aux données",
    asked: "d’accès à vos données",
    answer: "Voici tout ce que nous gardons à votre sujet.",
  },
  portability: {
    label: "Copie des données",
    asked: "de copie de vos données",
    answer: "Voici vos données, dans un fichier que d’autres services savent lire.",
  },
  rectification: {
    label: "Rectification",
    asked: "de rectification de vos données",
    answer: "",
  },
  erasure: {
    label: "Effacement",
    asked: "d’effacement de vos données",
    answer: "",
  },
  objection: {
    label: "Opposition",
    asked: "d’opposition à l’usage de vos données",
    answer: "",
  },
  limitation: {
    label: "Limitation",
    asked: "de limitation de l’usage de vos données",
    answer: "",
  },
  consent: {
    label: "Retrait d’un accord",
    asked: "de retrait d’un accord",
    answer: "",
  },
  afterlife: {
    label: "Directives après la mort",
    asked: "sur ce que vos données deviennent après votre mort",
    answer: "",
  },
};

const OTHER_WORDS: KindWords = { label: "Autre demande", asked: "sur vos données", answer: "" };

export function privacyWords(kind: PrivacyKind): KindWords {
  return knownOr(PRIVACY_KIND_WORDS, kind, OTHER_WORDS);
}

/** Of several, in the office: 'Accès aux données, demande du 27/11/2026'. */
export function requestText({ kind, receivedOn }: Pick<PrivacyRequest, "kind" | "receivedOn">) {
  return `${privacyWords(kind).label}, demande du ${formatDay(receivedOn)}`;
}

/** And to whom made it: 'votre demande du 27/11/2026 d’accès à vos données'; the day first, for some rights are of a day too. */
export function ownRequestText({ kind, receivedOn }: Pick<PrivacyRequest, "kind" | "receivedOn">) {
  return `votre demande du ${formatDay(receivedOn)} ${privacyWords(kind).asked}`;
}

/** The rights to choose from. */
export const KIND_OPTIONS = PRIVACY_KINDS.map((value) => ({
  value,
  label: privacyWords(value).label,
}));

export const PRIVACY_CHANNEL_LABELS: Record<PrivacyChannel, string> = {
  contact: "Formulaire de contact",
  mail: "E-mail",
  letter: "Courrier",
  other: "Autrement",
};

export const IDENTITY_LABELS: Record<IdentityProof, string> = {
  address: "La personne a répondu depuis son adresse",
  account: "La personne l’a confirmé depuis son compte",
  document: "Un justificatif a été montré, sans en garder de copie",
  known: "Ses réponses ne pouvaient être que les siennes",
};

/** The states of a request, as the list asks for them. */
export const PRIVACY_STATES = ["open", "fulfilled", "refused", "moot"] as const;
export type PrivacyState = (typeof PRIVACY_STATES)[number];

export const PRIVACY_STATE_LABELS: Record<PrivacyState, string> = {
  open: "En attente",
  fulfilled: "Satisfaite",
  refused: "Refusée",
  moot: "Sans objet",
};

export function stateOf(outcome: PrivacyOutcome | undefined): PrivacyState {
  return outcome ?? "open";
}

/** The months that the law gives from the receipt on, and those that are added once. */
const MONTHS = 1;
const MORE_MONTHS = 2;

/** The last day to answer what came on a day; with the two months more, once they are taken. */
export function lastDay(receivedOn: Day, isExtended = false): Day {
  return addMonths(receivedOn, isExtended ? MONTHS + MORE_MONTHS : MONTHS);
}

/** The last minute of that day in Paris. */
export function endOf(dueOn: Day): Date {
  return addMinutes(parisMidnight(addDays(dueOn, 1)), -1);
}

/** A request's right to two months more, which has to be told within the first. */
export function mayExtend(
  {
    receivedOn,
    extendedAt,
    outcome,
  }: Pick<PrivacyRequest, "receivedOn" | "extendedAt" | "outcome">,
  now: Date,
): boolean {
  return !outcome && !extendedAt && todayInParis(now) <= lastDay(receivedOn);
}

/** Whoever is forgotten has no address any more. */
export const FORGOTTEN = "Personne effacée";

/** Said to who may not take the file of somebody who cannot log in: who may (`lists.export`). */
export const FILE_HANDED_BY = "Le fichier est remis par la finance ou un super-admin.";
