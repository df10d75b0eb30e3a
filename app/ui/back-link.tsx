import { Icon } from "./icon";

/** The way back to the list that a page was opened from; not printed. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <nav aria-label="Fil d’Ariane" className="mb-3 print:hidden">
      <a className="line-link inline-flex items-center gap-1 [overflow-wrap:anywhere]" href={href}>
        <Icon name="gauche" size={20} />
        {label}
      </a>
    </nav>
  );
}
