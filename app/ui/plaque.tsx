import type { ReactNode } from "react";

interface PlaqueProps {
  href?: string;
  /** The small line under the name. */
  detail?: string;
  children: ReactNode;
}

/** An enamel street sign: logo, cities, error pages. Never a button or a card title. */
export function Plaque({ href, detail, children }: PlaqueProps) {
  const content = (
    <>
      {children}
      {detail ? <small>{detail}</small> : null}
    </>
  );
  return href ? (
    <a className="plaque" href={href}>
      {content}
    </a>
  ) : (
    <span className="plaque">{content}</span>
  );
}
