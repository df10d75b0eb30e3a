/** What an act is called, and the columns of the log as CSV. */
import type { AuditAct, AuditEntry } from "@models/audit-entry";
import { formatInstant } from "~/platform/days";

export const ACT_LABELS: Record<AuditAct, string> = {
  "user.create": "Compte créé",
  "user.ban": "Compte banni",
  "user.unban": "Compte rétabli",
  "user.delete": "Compte supprimé",
  "user.end-sessions": "Sessions fermées",
  "user.role": "Rôle changé",
  "user.second-factor": "Seconde étape réinitialisée",
  "user.cancel-reservations": "Réservations annulées",
  "reservation.read-stripe": "Réservation relue chez Stripe",
  "reservation.mail": "E-mail renvoyé",
  "reservation.extend": "Délai de réponse prolongé",
  "reservation.refund": "Remboursement au-delà de la politique",
  "reservation.cancel": "Réservation annulée",
  "master.validate": "Master validé",
  "master.refuse": "Master refusé",
  "contact.status": "Message classé",
  "contact.answer": "Message répondu",
  "contact.delete": "Message supprimé",
  "privacy.record": "Demande de droits enregistrée",
  "privacy.identity": "Identité vérifiée",
  "privacy.extend": "Délai d’une demande de droits prolongé",
  "privacy.fulfil": "Demande de droits satisfaite",
  "privacy.refuse": "Demande de droits refusée",
  "review.publish": "Avis publié",
  "review.refuse": "Avis refusé",
  "report.dismiss": "Signalement classé sans suite",
  "venue.suspend": "Lieu suspendu",
  "venue.restore": "Lieu rétabli",
  "venue.cancel-reservations": "Réservations du lieu annulées",
  "appeal.decide": "Recours tranché",
  "list.export": "Liste exportée",
  "gallery.city": "Image de ville changée",
  "gallery.renew": "Galerie renouvelée",
  "gallery.daily": "Renouvellement quotidien réglé",
};

export const ACTS = Object.keys(ACT_LABELS) as [AuditAct, ...AuditAct[]];

export const AUDIT_COLUMNS = {
  Numéro: ({ seq }: AuditEntry) => seq,
  Date: ({ at }: AuditEntry) => formatInstant(at),
  Administrateur: ({ admin }: AuditEntry) => admin.toString(),
  Acte: ({ act }: AuditEntry) => ACT_LABELS[act],
  Objet: ({ target }: AuditEntry) => target,
  Avant: ({ before }: AuditEntry) => before,
  Après: ({ after }: AuditEntry) => after,
  Motif: ({ why }: AuditEntry) => why,
  Requête: ({ requestId }: AuditEntry) => requestId,
  Adresse: ({ address }: AuditEntry) => address,
} as const;
