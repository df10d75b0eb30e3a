export interface Tab {
  href: string;
  /** With its count: 'En attente (1)'. */
  label: string;
  current: boolean;
}

/** Links that filter a list, in a row that scrolls on phones. */
export function Tabs({
  tabs,
  label = "Filtrer par statut",
}: {
  tabs: readonly Tab[];
  label?: string;
}) {
  return (
    <nav aria-label={label} className="tabs">
      {tabs.map((tab) => (
        <a key={tab.href} href={tab.href} aria-current={tab.current ? "page" : undefined}>
          {tab.label}
        </a>
      ))}
    </nav>
  );
}
