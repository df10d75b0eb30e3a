/** The back-office as a whole: which lists it has, and where everything stands in its menu. */
import type { List } from "./lists/define-list.server";
import type { OfficeGroup } from "./shell/components/menu";

type Load = () => Promise<List<unknown>>;

/**
 * Every list, by its address: app/routes.ts makes the routes of its page and of its CSV from it, and filters can be kept of
 * it. Its module is loaded when it is asked for, because app/routes.ts is read before anything is built.
 */
export const LISTS: Readonly<Record<string, Load>> = {
  "/admin/user": async () => (await import("./users/list-users.server")).userList,
  "/admin/master": async () => (await import("./masters/list-masters.server")).masterList,
  "/admin/sub-master": async () =>
    (await import("./masters/list-sub-masters.server")).subMasterList,
  "/admin/contact": async () => (await import("./contacts/list-contacts.server")).contactList,
  "/admin/droits": async () => (await import("./privacy/list-requests.server")).privacyList,
  "/admin/location": async () => (await import("./venues/list-venues.server")).venueList,
  "/admin/reservation": async () =>
    (await import("./reservations/list-reservations.server")).reservationList,
  "/admin/avis": async () => (await import("./reviews/list-reviews.server")).reviewList,
  "/admin/finance/recus": async () => (await import("./finance/list-receipts.server")).receiptList,
  "/admin/journal": async () => (await import("./journal/list-audit.server")).auditList,
  "/admin/journal/acces": async () => (await import("./journal/list-accesses.server")).accessList,
};

/** @param path its address, or any other. @returns null: there is no list */
export async function listAt(path: string): Promise<List<unknown> | null> {
  return Object.hasOwn(LISTS, path) ? await LISTS[path]!() : null;
}

/** What leads where; a path that is no list's is the routes' own. */
export const OFFICE_MENU = [
  {
    entries: [
      { href: "/admin", label: "Tableau de bord", icon: "tableau" },
      { href: "/admin/chiffres", label: "Chiffres", icon: "hausse" },
      {
        href: "/admin/a-traiter",
        label: "À traiter",
        icon: "sablier",
        waiting: "cases",
        under: ["/admin/moderation", "/admin/recours"],
      },
    ],
  },
  {
    title: "Personnes",
    entries: [
      { href: "/admin/user", label: "Utilisateurs", icon: "groupe" },
      { href: "/admin/master", label: "Masters", icon: "bouclier" },
      { href: "/admin/sub-master", label: "Sous-masters", icon: "personne" },
      { href: "/admin/droits", label: "Droits des personnes", icon: "document" },
      {
        href: "/admin/create-account",
        label: "Créer un compte",
        icon: "plus",
        needs: "people.create",
      },
    ],
  },
  {
    title: "Activité",
    entries: [
      { href: "/admin/location", label: "Lieux", icon: "batiment" },
      { href: "/admin/reservation", label: "Réservations", icon: "calendrier" },
      { href: "/admin/finance", label: "Finances", icon: "euro", needs: "finance.read" },
      {
        href: "/admin/revenus",
        label: "Revenus déclarés",
        icon: "document",
        needs: "finance.read",
      },
      { href: "/admin/contact", label: "Contacts", icon: "enveloppe", waiting: "contacts" },
      { href: "/admin/avis", label: "Avis", icon: "etoile", waiting: "reviews" },
    ],
  },
  {
    title: "Site",
    entries: [
      { href: "/admin/gallery", label: "Galerie", icon: "image" },
      { href: "/admin/bandeaux", label: "Bandeaux", icon: "info" },
      {
        href: "/admin/maintenance",
        label: "Maintenance",
        icon: "alerte",
        needs: "site.maintenance",
      },
      { href: "/admin/journal", label: "Journal", icon: "document" },
    ],
  },
] as const satisfies readonly OfficeGroup[];
