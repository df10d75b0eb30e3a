/** What the queue 'À traiter' holds; the log names a case that ended by its kind. */
export const CASE_KINDS = [
  "master",
  "review",
  "report",
  "appeal",
  "privacy",
  "dispute",
  "payment",
  "ledger",
  "owner",
  "payout",
  "mail",
  "job",
] as const;
export type CaseKind = (typeof CASE_KINDS)[number];

/** The kind of the case that a key is of; undefined: it is none's. */
export function kindOfKey(key: string): CaseKind | undefined {
  return CASE_KINDS.find((kind) => key.startsWith(`${kind}:`));
}

export const CASE_KIND_LABELS: Record<CaseKind, { one: string; many: string }> = {
  master: { one: "Master à valider", many: "Masters à valider" },
  review: { one: "Avis à relire", many: "Avis" },
  report: { one: "Signalement", many: "Signalements" },
  appeal: { one: "Recours", many: "Recours" },
  privacy: { one: "Droits d’une personne", many: "Droits des personnes" },
  dispute: { one: "Litige bancaire", many: "Litiges" },
  payment: { one: "Paiement à voir", many: "Paiements" },
  ledger: { one: "Écart avec Stripe", many: "Écarts avec Stripe" },
  owner: { one: "Propriétaire limité", many: "Propriétaires limités" },
  payout: { one: "Versements retenus", many: "Versements retenus" },
  mail: { one: "E-mail perdu", many: "E-mails" },
  job: { one: "Tâche arrêtée", many: "Tâches" },
};
