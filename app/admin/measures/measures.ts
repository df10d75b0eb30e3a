/** What may be decided of a report, and the reasons to choose from. */
import type { DecidedKind, Measure } from "@models/enumerations";
import { knownOr } from "~/platform/known-value";

interface MeasureWords {
  /** On the button that leads to its page. */
  verb: string;
  /** 'Suspendre ce lieu' */
  question: string;
  /** What the administrator is told that it does. */
  effect: string;
  /** What the history and the reporter's mail call it. */
  done: string;
}

export const MEASURE_WORDS: Record<Measure, MeasureWords> = {
  classer: {
    verb: "Classer sans suite",
    question: "Classer ces signalements sans suite",
    effect: "Rien ne change. Qui a laissé une adresse est prévenu, avec le motif, sans les faits.",
    done: "Classé sans suite",
  },
  masquer: {
    verb: "Masquer l’avis",
    question: "Masquer cet avis",
    effect: "Il quitte la page du lieu, et la note du lieu est recalculée.",
    done: "Avis masqué",
  },
  retirer: {
    verb: "Retirer une photo",
    question: "Retirer une photo",
    effect:
      "Plus personne ne la voit, sauf son propriétaire et l’équipe. Rien d’autre ne change pour le lieu.",
    done: "Photo retirée",
  },
  suspendre: {
    verb: "Suspendre le lieu",
    question: "Suspendre ce lieu",
    effect: "Plus de fiche, plus de recherche, plus de réservation.",
    done: "Lieu suspendu",
  },
  bannir: {
    verb: "Bannir le compte",
    question: "Bannir le compte",
    effect:
      "Plus aucune connexion n’est possible, ses jetons d’API sont révoqués, tous ses lieux quittent le site, et Stripe ne verse plus rien sur son compte bancaire.",
    done: "Compte banni",
  },
};

/** What is asked before a measure, on its page and in its title: 'Suspendre ce lieu\u00a0: Le Loft\u00a0?' */
export function measureQuestion(measure: Measure, title: string): string {
  return `${MEASURE_WORDS[measure].question}\u00a0: ${title}\u00a0?`;
}

const OTHER_MEASURE = { done: "Autre mesure" };

/** What the history and letters call a measure that was taken. */
export function measureDone(measure: Measure): string {
  return knownOr(MEASURE_WORDS, measure, OTHER_MEASURE).done;
}

/** The measures that may be taken of each kind of thing. */
export const MEASURES_OF: Record<DecidedKind, readonly Measure[]> = {
  venue: ["classer", "retirer", "suspendre", "bannir"],
  review: ["classer", "masquer", "bannir"],
  account: ["bannir"],
};

/** The reasons of a measure. */
export const MODERATION_REASONS = {
  "non-fonde": "Ce qui est signalé n’a pas été constaté",
  conforme: "Ce qui est signalé est conforme à nos conditions",
  photos: "Les photos ou la description ne sont pas celles du lieu",
  capacite: "La capacité, le prix ou l’adresse sont faux",
  introuvable: "Le lieu n’existe pas ou n’est pas à louer",
  injures: "Propos injurieux, haineux ou discriminatoires",
  "vie-privee": "Informations personnelles publiées sans accord",
  "hors-sujet": "Avis sans rapport avec la réservation",
  illicite: "Contenu ou activité illicite",
  fraude: "Fraude ou tentative de fraude",
} as const;
export type ModerationReason = keyof typeof MODERATION_REASONS;
export const MODERATION_REASON_CODES = Object.keys(MODERATION_REASONS) as [
  ModerationReason,
  ...ModerationReason[],
];

/**
 * The article of /CGU that what is found breaches: a reason has to name its ground (regulation (EU) 2019/1150, article 4;
 * (EU) 2022/2065, article 17). What is against the law is called so; what is dismissed breaches none.
 */
const BREACHED_ARTICLES: Partial<Record<ModerationReason, number>> = {
  ...{ photos: 3, capacite: 3, introuvable: 3, "hors-sujet": 6 },
  ...{ injures: 7, "vie-privee": 7, fraude: 7 },
};

/** The article on reviews says itself for which words one is hidden. */
const BREACHED_BY_REVIEWS: typeof BREACHED_ARTICLES = { injures: 6, "vie-privee": 6 };

/** The article that a measure's letters name; undefined: none. */
export function breachedArticle(measure: Measure, reason: ModerationReason): number | undefined {
  const ofReviews = measure === "masquer" ? BREACHED_BY_REVIEWS[reason] : undefined;
  return ofReviews ?? BREACHED_ARTICLES[reason];
}

/** A measure's reason as letters say it. */
export function reasonText(measure: Measure, reason: ModerationReason): string {
  const article = breachedArticle(measure, reason);
  const ground = article ? ` (article ${article} de nos conditions générales d’utilisation)` : "";
  return `${MODERATION_REASONS[reason]}${ground}.`;
}

const DISMISSING: readonly ModerationReason[] = ["non-fonde", "conforme"];

/** The reasons that a measure may be given for. */
export function reasonsFor(measure: Measure): { value: ModerationReason; label: string }[] {
  return MODERATION_REASON_CODES.filter(
    (code) => DISMISSING.includes(code) === (measure === "classer"),
  ).map((value) => ({ value, label: MODERATION_REASONS[value] }));
}

/** The reason as it is told: the typed one, then the facts. */
export function whyText(measure: Measure, reason: ModerationReason, facts: string): string {
  return `${reasonText(measure, reason)} ${facts}`;
}

/** What whom a decision concerns is told of their appeal, beside the link to it (`latestAppeal`); of who reads it see `readersInstead`. */
export const APPEALABLE =
  "Vous pouvez contester pendant six mois\u00a0: la décision sera relue, par une autre personne que celle qui l’a prise si notre équipe en compte une qui le peut. Vous pouvez aussi saisir le tribunal compétent.";

/** By whom a decision was made, and whether somebody's report led to it: whom it concerns has to be told. */
export function originText(isReported: boolean): string {
  return `La décision a été prise par une personne, ${isReported ? "à la suite d’un signalement" : "de notre propre initiative"}.`;
}
