import { Children, type ReactNode } from "react";
import { classNames } from "./class-names";

interface CardGridProps {
  /** Two columns at most, for rows. */
  wide?: boolean;
  /** One card each. */
  children: ReactNode;
}

/** A list of cards in as many columns as fit. */
export function CardGrid({ wide, children }: CardGridProps) {
  return (
    <ul className={classNames("card-grid", wide && "card-grid-wide")}>
      {Children.map(children, (card) => (
        <li>{card}</li>
      ))}
    </ul>
  );
}
