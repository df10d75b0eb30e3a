import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Illustration } from "./illustration";
import { Main } from "./main";

interface AuthLayoutProps {
  title: string;
  /** Under the title. */
  lead?: ReactNode;
  illustration?: "chateau" | "jardin" | "salle-de-reception" | "salle-municipale";
  /** The form column comes up once: signup only. */
  entrance?: boolean;
  /** Below the form, after a line: links to the neighbouring pages. */
  after?: ReactNode;
  children: ReactNode;
}

/** Login, signup and their kin: an arch at the left from 768 px, a 520 px column. Holds `main`. */
export function AuthLayout(props: AuthLayoutProps) {
  const { title, lead, illustration = "salle-municipale", entrance, after, children } = props;
  return (
    <div className="auth-layout">
      <div className="auth-picture">
        {/* Lazy: a phone, where the arch is hidden, does not fetch it. */}
        <Illustration name={illustration} loading="lazy" />
      </div>
      <Main>
        <div className={classNames("narrow stack stack-wide", entrance && "entrance")}>
          <div className="stack gap-2">
            <h1>{title}</h1>
            {lead ? <div className="muted">{lead}</div> : null}
          </div>
          {children}
          {after ? <div className="stack gap-1 border-t pt-4">{after}</div> : null}
        </div>
      </Main>
    </div>
  );
}
