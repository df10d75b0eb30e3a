import type { ReactNode } from "react";
import { classNames } from "./class-names";

interface CountersProps {
  counters: readonly {
    /** May be a link to the list that is counted. */
    label: ReactNode;
    /** Formatted: '4 812'. */
    value: string;
    key: string;
  }[];
  /** The ground of what happened today. */
  today?: boolean;
}

/** Figures of the back-office's dashboard. */
export function Counters({ counters, today }: CountersProps) {
  return (
    <dl className={classNames("counters", today && "counters-today")}>
      {counters.map((counter) => (
        <div key={counter.key}>
          <dt>{counter.label}</dt>
          <dd>{counter.value}</dd>
        </div>
      ))}
    </dl>
  );
}
