import type { ReactNode } from "react";
import type { StripeScript } from "~/ui/card-form";
import type { VenueTeaser } from "~/ui/venue-card";

/** What the server knows that examples show. */
export interface Given {
  stripe: StripeScript | null;
  /** One that is listed, for its photos; null where there is none. */
  venue: VenueTeaser | null;
}

/** One state of a component. */
export interface Example {
  /** `?exemple=name` shows it alone. */
  name: string;
  /** A page of its own, with its title: not in the list. Others stand in a form that shows what it sends. */
  isPage?: boolean;
  show: (given: Given) => ReactNode;
}

/** A component of the catalogue. */
export interface Component {
  /** What it takes, and what that means. */
  props?: Readonly<Record<string, string>>;
  examples: readonly Example[];
}
