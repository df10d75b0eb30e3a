/** The roles of administrators, as people read them. */
import { ADMIN_ROLES, type AdminRole } from "@models/enumerations";

export const ROLE_LABELS: Record<AdminRole, string> = {
  lecture: "Lecture",
  support: "Support",
  finance: "Finance",
  "super-admin": "Super-admin",
};

/** What app/platform/permissions.ts allows each, in a line. */
const ROLE_TEXTS: Record<AdminRole, string> = {
  lecture: "tout voir, sans rien changer",
  support: "comptes, masters, messages, avis et galerie",
  finance: "annulations, remboursements et exports",
  "super-admin": "tout, y compris supprimer un compte et gérer l’administration",
};

/** For a group of choices. */
export const ROLE_OPTIONS = ADMIN_ROLES.map((value) => ({
  value,
  label: `${ROLE_LABELS[value]}\u00a0: ${ROLE_TEXTS[value]}`,
}));
