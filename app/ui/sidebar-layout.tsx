import type { ReactNode } from "react";
import { Icon } from "./icon";
import { Main } from "./main";
import { MenuLink, type MenuEntry } from "./menu-link";

interface SidebarLayoutProps {
  /** 'Paramètres', 'Administration'. */
  title: string;
  entries: readonly MenuEntry[];
  currentPath: string;
  children: ReactNode;
}

/** Settings and back-office: a menu beside the page, folded above it below 768 px. Holds `main`. */
export function SidebarLayout({ title, entries, currentPath, children }: SidebarLayoutProps) {
  // The deepest match, so that '/admin' is not current on '/admin/user'.
  const current = entries
    .filter(({ href }) => currentPath === href || currentPath.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)[0];
  const links = (
    <ul className="grid gap-1">
      {entries.map((entry) => (
        <li key={entry.href}>
          <MenuLink {...entry} iconSize={24} currentPath={entry === current ? currentPath : ""} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="frame sidebar-layout">
      <details className="sidebar-menu">
        <summary className="disclosure">
          <span>{current ? `${title}\u00a0: ${current.label}` : title}</span>
          <Icon name="chevron" className="chevron" />
        </summary>
        <nav aria-label={title}>{links}</nav>
      </details>
      <nav className="sidebar" aria-label={title}>
        {links}
      </nav>
      <Main className="stack stack-wide">{children}</Main>
    </div>
  );
}
