import type { ReactNode } from "react";

/** One state of a component, on a form of its own. */
export interface Example {
  /** `?exemple=name` shows it alone. */
  name: string;
  show: () => ReactNode;
}
