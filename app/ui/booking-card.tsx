import type { ReactNode } from "react";
import { LinkButton } from "./button";
import { Price, type PriceTag } from "./price";

interface VenueLayoutProps {
  children: ReactNode;
  /** The booking card. */
  aside: ReactNode;
  /** What goes on below `children`. */
  below: ReactNode;
  /** Stays at the lower edge of a phone. */
  bar: ReactNode;
}

/**
 * Description at the left, booking card at the right and sticky; one column on phones. The card comes before
 * what lies below, so that the keyboard need not pass a month of days to reach it.
 */
export function VenueLayout({ children, aside, below, bar }: VenueLayoutProps) {
  return (
    <div className="venue-layout">
      <div className="stack gap-9">{children}</div>
      {aside}
      <div className="stack gap-9">{below}</div>
      {bar}
    </div>
  );
}

/** The frame around the booking form; `#reserver` leads here. */
export function BookingCard({ price, children }: { price: PriceTag; children: ReactNode }) {
  return (
    <aside id="reserver" aria-labelledby="titre-reserver">
      <div className="card panel shadow-flottant">
        <h2 id="titre-reserver" className="sr-only">
          Réserver ce lieu
        </h2>
        <Price price={price} large />
        {children}
      </div>
    </aside>
  );
}

interface BookingBarProps {
  price: PriceTag;
  /** What the days come to that the page was asked for, for as long as no others are chosen. */
  total?: PriceTag;
}

/** On phones, a price and 'Réserver' stay at the bottom except beside the card itself. */
export function BookingBar({ price, total }: BookingBarProps) {
  return (
    <div className="sticky-bar">
      {total ? <Price price={total} brief className="of-asked-days" /> : null}
      <Price price={price} brief className={total && "of-any-days"} />
      <LinkButton href="#reserver">Réserver</LinkButton>
    </div>
  );
}
