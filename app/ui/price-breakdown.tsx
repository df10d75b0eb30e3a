export interface PriceLine {
  /** '3 jours × 480,00 €', 'Frais de service (12,5 %)'. */
  label: string;
  /** Formatted with cents. */
  amount: string;
  /** Of lines that hold one after the other, the one that does now. */
  isCurrent?: boolean;
}

interface PriceBreakdownProps {
  lines: readonly PriceLine[];
  /** Absent while the days are unknown: then there is nothing to add up. */
  total?: PriceLine;
}

/** How a price is made, amounts aligned at the right. */
export function PriceBreakdown({ lines, total }: PriceBreakdownProps) {
  return (
    <dl className="breakdown">
      {lines.map((line) => (
        <div key={line.label} aria-current={line.isCurrent ? "true" : undefined}>
          <dt>{line.label}</dt>
          <dd>{line.amount}</dd>
        </div>
      ))}
      {total ? (
        <div className="total">
          <dt>{total.label}</dt>
          <dd>{total.amount}</dd>
        </div>
      ) : null}
    </dl>
  );
}
