import type { ReactNode } from "react";
import { Heading, type HeadingLevel } from "./heading";
import { Illustration, type IllustrationName } from "./illustration";

interface EmptyStateProps {
  title: string;
  heading?: HeadingLevel;
  illustration?: Extract<
    IllustrationName,
    "chateau" | "jardin" | "salle-de-reception" | "salle-municipale"
  >;
  /** One button: what to do next. */
  action?: ReactNode;
  /** What will be here, or which filter to loosen. */
  children?: ReactNode;
}

/** An empty list, under an arch. */
export function EmptyState(props: EmptyStateProps) {
  const { title, heading = 2, illustration = "jardin", action, children } = props;
  return (
    <div className="card empty-state">
      <Illustration name={illustration} loading="lazy" />
      <Heading level={heading} className="text-t3">
        {title}
      </Heading>
      {children ? <div className="muted max-w-lecture">{children}</div> : null}
      {action}
    </div>
  );
}
