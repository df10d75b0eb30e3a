import type { ReactNode } from "react";
import { useLocation } from "@remix-run/react";
import type { MenuEntry } from "~/ui/menu-link";
import { SidebarLayout } from "~/ui/sidebar-layout";

const FIRST: readonly MenuEntry[] = [
  { href: "/profil", label: "Mon Profil", icon: "personne" },
  { href: "/mes-parametres/mon-compte", label: "Mon Compte", icon: "reglages" },
  { href: "/mes-parametres/e-mail", label: "Adresse e-mail", icon: "enveloppe" },
  { href: "/mes-parametres/mot-de-passe", label: "Mot de passe", icon: "cle" },
  { href: "/mes-parametres/sessions", label: "Mes sessions", icon: "horloge" },
  { href: "/mes-parametres/jetons", label: "Jetons d’API", icon: "document" },
  { href: "/mes-parametres/cookies", label: "Mes Cookies", icon: "bouclier" },
];
const LIAISON: MenuEntry = {
  href: "/mes-parametres/liason-compte",
  label: "Liaison",
  icon: "groupe",
};
const LINKED: MenuEntry = {
  href: "/mes-parametres/mes-liens",
  label: "Gérer les comptes liés",
  icon: "groupe",
};

const REVENUE: MenuEntry = {
  href: "/mes-parametres/revenus",
  label: "Déclaration des revenus",
  icon: "euro",
};

interface SettingsLayoutProps {
  /** Masters manage the accounts linked to them; the others link themselves. */
  isMaster: boolean;
  /** Owners are paid, and what they are paid is declared. */
  isOwner: boolean;
  children: ReactNode;
}

/** The settings: their menu beside the page, folded above it on phones. Holds `main`. */
export function SettingsLayout({ isMaster, isOwner, children }: SettingsLayoutProps) {
  const { pathname } = useLocation();
  return (
    <SidebarLayout
      title="Paramètres"
      entries={[...FIRST, ...(isOwner ? [REVENUE] : []), isMaster ? LINKED : LIAISON]}
      currentPath={pathname}
    >
      {children}
    </SidebarLayout>
  );
}
