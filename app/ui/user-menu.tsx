import { Button } from "./button";
import { Icon } from "./icon";
import { MenuLink, type MenuEntry } from "./menu-link";
import { PopoverMenu } from "./popover-menu";

export interface HeaderUser {
  firstName: string;
  isAdmin: boolean;
}

interface UserMenuProps {
  /** The header's own links, shown in the menu where the header has no room for them. */
  narrowLinks: readonly MenuEntry[];
  currentPath: string;
  user: HeaderUser | null;
}

const guestEntries: MenuEntry[] = [
  { href: "/connexion", label: "Connexion", icon: "personne" },
  { href: "/inscription", label: "Inscription", icon: "plus" },
];

const memberEntries: MenuEntry[] = [
  { href: "/profil", label: "Profil", icon: "personne" },
  { href: "/profil#coordonnees", label: "Mes coordonnées", icon: "lieu" },
  { href: "/mes-demandes", label: "Mes demandes", icon: "calendrier" },
  { href: "/mes-paiments", label: "Mes paiements", icon: "euro" },
  { href: "/mes-locations", label: "Mes locations", icon: "batiment" },
  { href: "/mes-parametres", label: "Paramètres", icon: "reglages" },
];

const adminEntry: MenuEntry = { href: "/admin", label: "Gestion", icon: "tableau" };

/** The account menu, and on narrow screens the site's. */
export function UserMenu({ narrowLinks, currentPath, user }: UserMenuProps) {
  const entries = user ? [...memberEntries, ...(user.isAdmin ? [adminEntry] : [])] : guestEntries;
  return (
    <PopoverMenu
      id="menu"
      label={
        <>
          <Icon name={user ? "personne" : "menu"} size={20} />
          <span className="when-narrow">Menu</span>
          <span className="when-wide">
            {user ? (
              <>
                <span className="sr-only">{"Mon compte\u00a0: "}</span>
                {user.firstName}
              </>
            ) : (
              "Mon compte"
            )}
          </span>
          {user ? <Icon name="chevron" size={20} className="chevron when-wide" /> : null}
        </>
      }
    >
      {/* In narrow windows the one navigation of the header, which then has no other. */}
      <nav aria-label="Menu">
        <MenuEntries entries={narrowLinks} currentPath={currentPath} className="when-narrow" />
        <hr className="when-narrow" />
        <MenuEntries entries={entries} currentPath={currentPath} className="grid" />
      </nav>
      {user ? (
        <>
          <hr />
          <form action="/deconnexion" method="post">
            <Button variant="secondary" wide icon="sortie">
              Déconnexion
            </Button>
          </form>
        </>
      ) : null}
    </PopoverMenu>
  );
}

function MenuEntries({
  entries,
  currentPath,
  className,
}: {
  entries: readonly MenuEntry[];
  currentPath: string;
  className: string;
}) {
  return (
    <ul className={className}>
      {entries.map((entry) => (
        <li key={entry.href}>
          <MenuLink {...entry} currentPath={currentPath} />
        </li>
      ))}
    </ul>
  );
}
