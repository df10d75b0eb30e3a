import type { Permission } from "~/platform/permissions";
import type { IconName } from "~/ui/icons";
import type { Waiting } from "../read-waiting.server";

/** The back-office's menu: which list stands where. Paths are the routes' own (app/routes.ts). */

export interface OfficeEntry {
  href: string;
  label: string;
  icon: IconName;
  waiting?: keyof Waiting;
  /** What else it leads to, where that lies elsewhere. */
  under?: readonly string[];
  /** What it takes to see it; absent: what every administrator may. */
  needs?: Permission;
}

export interface OfficeGroup {
  /** Absent: the group at the top has none. */
  title?: string;
  entries: readonly OfficeEntry[];
}

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

/** The menu of who may do what `may` says. */
export function menuFor(may: (permission: Permission) => boolean): OfficeGroup[] {
  const groups: readonly OfficeGroup[] = OFFICE_MENU;
  return groups.map((group) => ({
    ...group,
    entries: group.entries.filter(({ needs }) => needs === undefined || may(needs)),
  }));
}

const DASHBOARD = "/admin";

/** The entry that a path belongs to: the deepest that it lies under. All lies under the dashboard, which has nothing of its own. */
export function entryOf(path: string, menu: readonly OfficeGroup[]): OfficeEntry | undefined {
  return menu
    .flatMap(({ entries }) => entries)
    .filter(({ href, under = [] }) => {
      const isUnder = (one: string) => one !== DASHBOARD && path.startsWith(`${one}/`);
      return path === href || [href, ...under].some(isUnder);
    })
    .sort((a, b) => b.href.length - a.href.length)[0];
}
