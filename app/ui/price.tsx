import { classNames } from "./class-names";

interface PriceProps {
  /** Formatted: '480 €'. */
  amount: string;
  /** 'par nuit', 'par journée', 'par demi-journée'. */
  per: string;
  large?: boolean;
}

/** A price and what it buys. */
export function Price({ amount, per, large }: PriceProps) {
  return (
    <span className={classNames("price", large && "price-large")}>
      <b>{amount}</b> {per}
    </span>
  );
}
