import type { ReactNode } from "react";
import { Icon } from "~/ui/icon";

export interface RecordFact {
  label: string;
  /** What is not known is left out. */
  value: ReactNode;
}

/** What is known, label above value, in columns. */
export function RecordFacts({ facts }: { facts: readonly RecordFact[] }) {
  return (
    <dl className="record-facts">
      {facts.map(({ label, value }) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

/** The list that a record belongs to, and the record's name. */
export function Breadcrumb({ href, list, name }: { href: string; list: string; name: string }) {
  return (
    <nav aria-label="Fil d’Ariane">
      <ol className="breadcrumb">
        <li>
          <a href={href}>{list}</a>
        </li>
        <li aria-current="page">{name}</li>
      </ol>
    </nav>
  );
}

interface RecordPartProps {
  id: string;
  title: string;
  /** Beside the heading. */
  action?: ReactNode;
  /** In a card, unless it holds a table. */
  card?: boolean;
  children: ReactNode;
}

/** A named part of a record. */
export function RecordPart({ id, title, action, card, children }: RecordPartProps) {
  return (
    <section className={card ? "card panel" : "stack"} id={id} aria-labelledby={`${id}-titre`}>
      <div className="office-head">
        <h2 id={`${id}-titre`}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Says that the visit is noted, as each opening of a record of personal data is. */
export function AccessNotice({ text }: { text: string }) {
  return (
    <p className="toast">
      <Icon name="oeil" />
      <span>{`Votre consultation est notée au journal des accès\u00a0: ${text}.`}</span>
    </p>
  );
}
