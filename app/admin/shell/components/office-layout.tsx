import type { ReactNode } from "react";
import type { AdminRole } from "@models/enumerations";
import { ROLE_LABELS } from "~/admin/words/roles";
import { Icon } from "~/ui/icon";
import { Main } from "~/ui/main";
import { MenuLink } from "~/ui/menu-link";
import type { Waiting } from "../read-waiting.server";
import type { OfficeEntry, OfficeGroup } from "./menu";

interface OfficeLayoutProps {
  /** Path of the page, to mark its entry. */
  currentPath: string;
  /** Who is at work. */
  name: string;
  role: AdminRole | null;
  waiting: Waiting;
  /** The menu as who is at work sees it, and the entry that this page belongs to. */
  groups: readonly OfficeGroup[];
  current: OfficeEntry | null;
  children: ReactNode;
}

/**
 * The office behind the counter: the menu beside the page, one `details` above it below 768 px. Holds
 * `main`; the pages inside are its parts.
 */
export function OfficeLayout({ children, ...menu }: OfficeLayoutProps) {
  const { current } = menu;
  return (
    <div className="frame sidebar-layout">
      <details className="sidebar-menu office-menu">
        <summary className="disclosure">
          <span>{current ? `Administration\u00a0: ${current.label}` : "Administration"}</span>
          <Icon name="chevron" className="chevron" />
        </summary>
        <nav aria-label="Administration">
          <Menu {...menu} place="menu" />
        </nav>
      </details>
      <nav className="sidebar" aria-label="Administration">
        <Menu {...menu} place="sidebar" />
      </nav>
      <Main className="office">{children}</Main>
    </div>
  );
}

/** A page's path as its entry marks it: also one that lies elsewhere is a part of it. */
function pathUnder(href: string, path: string): string {
  return path.startsWith(href) ? path : `${href}/`;
}

interface MenuProps extends Omit<OfficeLayoutProps, "children"> {
  /** The menu is there twice; its ids are told apart by this. */
  place: string;
}

function Menu({ currentPath, name, role, waiting, groups, current, place }: MenuProps) {
  return (
    <>
      <form className="office-search" role="search" action="/admin/recherche" method="get">
        <label htmlFor={`recherche-${place}`}>Rechercher partout</label>
        <span>
          <input id={`recherche-${place}`} name="q" type="search" placeholder="Nom, référence…" />
          <button type="submit">
            <Icon name="recherche" size={20} />
            <span className="sr-only">Rechercher</span>
          </button>
        </span>
      </form>
      {groups.map(({ title, entries }, index) => {
        const id = `${place}-${index}`;
        return (
          <div key={id}>
            {title ? (
              <h2 className="office-group" id={id}>
                {title}
              </h2>
            ) : null}
            <ul className="office-links" aria-labelledby={title ? id : undefined}>
              {entries.map(({ href, label, icon, waiting: what }) => (
                <li key={href}>
                  <MenuLink
                    {...{ href, label, icon }}
                    iconSize={24}
                    currentPath={href === current?.href ? pathUnder(href, currentPath) : ""}
                    count={what && waiting[what]}
                  />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <p className="office-me">
        <b>{name}</b>
        {role ? `Rôle\u00a0: ${ROLE_LABELS[role]}.` : null}
      </p>
    </>
  );
}
