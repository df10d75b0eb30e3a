import type { ReactNode } from "react";
import { useLocation } from "@remix-run/react";
import type { MenuEntry } from "~/ui/menu-link";
import { SidebarLayout } from "~/ui/sidebar-layout";

const entries: readonly MenuEntry[] = [
  { href: "/profil", label: "Profil", icon: "personne" },
  { href: "/mes-demandes", label: "Mes demandes", icon: "calendrier" },
  { href: "/mes-paiments", label: "Mes paiements", icon: "euro" },
  { href: "/mes-locations", label: "Mes locations", icon: "batiment" },
  { href: "/mes-parametres", label: "Paramètres", icon: "reglages" },
];

/** A member's own pages: their menu beside the page, which holds `main`. */
export function MemberLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <SidebarLayout title="Mon compte" entries={entries} currentPath={pathname}>
      {children}
    </SidebarLayout>
  );
}
