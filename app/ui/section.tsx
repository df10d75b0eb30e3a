import type { ReactNode } from "react";
import { classNames } from "./class-names";

interface SectionProps {
  /** Anchor of the section; its heading becomes `{id}-titre`. */
  id: string;
  title: string;
  /** The pale stone ground of every other section on long pages. */
  tinted?: boolean;
  /** Beside the heading: a link to the whole list. */
  action?: ReactNode;
  children: ReactNode;
}

/** A named part of a long page, as wide as the window. */
export function Section({ id, title, tinted, action, children }: SectionProps) {
  return (
    <section
      id={id}
      className={classNames("section", tinted && "tinted")}
      aria-labelledby={`${id}-titre`}
    >
      <div className="frame">
        <div className="section-head row spread">
          <h2 id={`${id}-titre`}>{title}</h2>
          {action}
        </div>
        {children}
      </div>
    </section>
  );
}
