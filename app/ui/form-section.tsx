import type { ReactNode } from "react";

/** A named part of a long form, as a card: 'Adresse', 'Photos'. `id` names its heading. */
export function FormSection({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section className="card panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The buttons of a long form, at the bottom of the window until its end is reached. */
export function SaveBar({ children }: { children: ReactNode }) {
  return <div className="save-bar row">{children}</div>;
}

/** What cannot be undone, apart at the end of a page, in a red frame. */
export function DangerZone({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ReactNode;
}) {
  return (
    <section className="card panel border-garance-600" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
