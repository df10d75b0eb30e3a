import type { ReactNode } from "react";
import { Illustration } from "./illustration";

interface HeroProps {
  title: string;
  lead: string;
  action: ReactNode;
  /** The search, under the headline. */
  search: ReactNode;
}

/** The home page's opening: headline, search, and three arches on a stone ledge. */
export function Hero({ title, lead, action, search }: HeroProps) {
  return (
    <div className="hero">
      <div className="frame">
        <div className="hero-text stack stack-wide">
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          <div className="row">{action}</div>
        </div>
        {search}
        <div className="arcade">
          <Illustration name="jardin" />
          <Illustration name="chateau" />
          <Illustration name="salle-de-reception" />
        </div>
      </div>
    </div>
  );
}

interface BandProps {
  id: string;
  title: string;
  text: string;
  action: ReactNode;
}

/** A dark band above the footer that calls owners; its button is the mimosa one. */
export function Band({ id, title, text, action }: BandProps) {
  return (
    <section className="band section on-dark" aria-labelledby={id}>
      <div className="frame row spread gap-6">
        <div className="stack max-w-xl">
          <h2 id={id}>{title}</h2>
          <p>{text}</p>
        </div>
        {action}
      </div>
    </section>
  );
}
