import type { ReactNode } from "react";
import { LinkButton } from "./button";
import { Price, type PriceTag } from "./price";

/** Description at the left, booking card at the right and sticky; one column on phones. */
export function VenueLayout({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="venue-layout">
      <div className="stack gap-9">{children}</div>
      {aside}
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

/** On phones, a price and 'Réserver' stay at the bottom until the card is reached. Last in VenueLayout. */
export function BookingBar({ price }: { price: PriceTag }) {
  return (
    <div className="sticky-bar">
      <Price price={price} />
      <LinkButton href="#reserver">Réserver</LinkButton>
    </div>
  );
}
