import { LinkButton } from "./button";
import { kept } from "./kept";
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
export function Header(props: HeaderProps) {
  if (props.user) return <FreshHeader {...props} />;
  return <GuestHeader {...props} currentPath={sectionOf(props.currentPath)} />;
}

const GuestHeader = kept(FreshHeader);

/** '/reservation/6740…/photos' → '/reservation/': no link leads further, so the rest marks none. */
const sectionOf = (path: string) => path.replace(/^(\/[^/]*\/).*/, "$1");

export function FreshHeader({ brand, currentPath, user, logoHref = "/" }: HeaderProps) {
  return (
    <header className="site-header">
      <div className="frame">
        <Plaque href={logoHref}>{brand}</Plaque>
        <nav aria-label="Navigation principale">
          <ul className="main-links">
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
