import type { ReactNode } from "react";
import { Main } from "./main";

interface StaticPageProps {
  title: string;
  lead?: string;
  /** Paragraphs, `h2`, `h3`, lists. */
  children: ReactNode;
}

/** A page to read: legal notices, terms, about. Holds `main`. */
export function StaticPage({ title, lead, children }: StaticPageProps) {
  return (
    <Main className="frame section">
      <div className="stack stack-wide">
        <h1>{title}</h1>
        {lead ? <p className="lead">{lead}</p> : null}
        <div className="prose">{children}</div>
      </div>
    </Main>
  );
}
