import { LinkButton } from "./button";
import { MenuLink } from "./menu-link";
import { Plaque } from "./plaque";
import { UserMenu, type HeaderUser } from "./user-menu";

interface HeaderProps {
  brand: string;
  /** Path of the page, to mark the current link. */
  currentPath: string;
  /** Who is logged in and verified; null for everybody else. */
  user: HeaderUser | null;
  /** Where the logo leads; the home page unless said otherwise. */
  logoHref?: string;
}

const mainLinks = [
  { href: "/", label: "Accueil" },
  { href: "/reservation", label: "Réservation" },
  { href: "/contact", label: "Contact" },
];

const publishLink = { href: "/ajouter-location", label: "Référencer mon lieu" };

/** Logo, main links, the owners' call to action and the account menu. */
export function Header({ brand, currentPath, user, logoHref = "/" }: HeaderProps) {
  return (
    <header className="site-header">
      <div className="frame">
        <Plaque href={logoHref}>{brand}</Plaque>
        <nav aria-label="Navigation principale" className="when-wide mr-auto">
          <ul className="flex gap-1">
            {mainLinks.map((link) => (
              <li key={link.href}>
                <MenuLink {...link} currentPath={currentPath} />
              </li>
            ))}
          </ul>
        </nav>
        <LinkButton variant="secondary" compact href={publishLink.href}>
          {publishLink.label}
        </LinkButton>
        <UserMenu narrowLinks={[...mainLinks, publishLink]} currentPath={currentPath} user={user} />
      </div>
    </header>
  );
}
