import { Icon } from "./icon";
import type { IconName } from "./icons";

export interface MenuEntry {
  href: string;
  label: string;
  icon?: IconName;
}

interface MenuLinkProps extends MenuEntry {
  iconSize?: 20 | 24;
  /** How much waits behind it; nothing is shown for none. */
  count?: number;
  currentPath: string;
}

/** A link of a menu, marked when it is the page shown or the section that the page belongs to. */
export function MenuLink({ href, label, icon, iconSize = 20, count, currentPath }: MenuLinkProps) {
  const isPage = currentPath === href;
  const isSection = href !== "/" && currentPath.startsWith(`${href}/`);
  return (
    <a
      className="menu-link"
      href={href}
      aria-current={isPage ? "page" : isSection ? "true" : undefined}
    >
      {icon ? <Icon name={icon} size={iconSize} /> : null}
      {label}
      {count ? (
        <span className="waiting-count">
          {count}
          <span className="sr-only"> en attente</span>
        </span>
      ) : null}
    </a>
  );
}
