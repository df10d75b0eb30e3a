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
  "user.view": "Site regardé comme ce compte",
  "user.view-end": "Fin de «\u00a0voir comme\u00a0»",
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
  "notice.create": "Bandeau affiché",
  "notice.change": "Bandeau changé",
  "notice.end": "Bandeau retiré",
  "maintenance.start": "Site fermé pour maintenance",
  "maintenance.end": "Site rouvert",
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
