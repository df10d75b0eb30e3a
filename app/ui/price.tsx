import { classNames } from "./class-names";

export interface PriceTag {
  /** Formatted: '480 €'. */
  amount: string;
  /** What it buys, where that is not said elsewhere: 'par jour', 'par demi-journée'. */
  per?: string;
  /** The same with the service fee: '540,00 €'; absent when `amount` has it in already. */
  withFee?: string;
}

interface PriceProps {
  price: PriceTag;
  large?: boolean;
  /** In fewer words, where there is little room. */
  brief?: boolean;
  className?: string;
}

const FEE = "frais de service compris";

/** A price and what it buys, and under it what is paid in the end. */
export function Price({ price: { amount, per, withFee }, large, brief, className }: PriceProps) {
  return (
    <p className={className}>
      <span className={classNames("price", large && "price-large")}>
        <b>{amount}</b> {per}
      </span>
      <span className="hint block">
        {withFee ? `${withFee} ${brief ? "frais compris" : FEE}` : FEE}
      </span>
    </p>
  );
}
