import type { ReactNode } from "react";
import { classNames } from "./class-names";

interface SectionProps {
  /** Names its heading. */
  id: string;
  title: string;
  children: ReactNode;
}

/** A named part of a long form, as a card: 'Adresse', 'Photos'. */
export function FormSection(props: SectionProps) {
  return <TitledCard {...props} />;
}

/** The buttons of a long form, at the bottom of the window until its end is reached. */
export function SaveBar({ children }: { children: ReactNode }) {
  return <div className="save-bar row">{children}</div>;
}

/** What cannot be undone, apart at the end of a page, in a red frame. */
export function DangerZone(props: SectionProps) {
  return <TitledCard {...props} className="border-garance-600" />;
}

function TitledCard({ id, title, children, className }: SectionProps & { className?: string }) {
  return (
    <section className={classNames("card panel", className)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
