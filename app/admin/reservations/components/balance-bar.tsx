import type { Balance } from "~/payments/balance";
import { formatEuros } from "~/platform/money";

const PARTS = [
  { part: "owner", label: "Propriétaire", className: "bar-owner" },
  { part: "platform", label: "Plateforme", className: "bar-platform" },
  { part: "refunded", label: "Remboursé", className: "bar-refunded" },
] as const;

/** Where what was paid is: a bar in the parts' proportion, and a legend with the amounts. */
export function BalanceBar({ balance }: { balance: Balance }) {
  const shown = PARTS.map((one) => ({ ...one, amount: Math.max(0, balance[one.part]) }));
  const whole = shown.reduce((sum, { amount }) => sum + amount, 0);
  const width = (amount: number) => (whole > 0 ? (amount / whole) * 100 : 0);
  return (
    <>
      <svg className="balance-bar" aria-hidden="true" focusable="false">
        {shown.map(({ part, className, amount }, index) => {
          const before = shown.slice(0, index).reduce((sum, one) => sum + one.amount, 0);
          return amount > 0 ? (
            <rect
              key={part}
              className={className}
              x={`${width(before) + 0.3}%`}
              y="2"
              width={`${Math.max(0.4, width(amount) - 0.6)}%`}
              height="80%"
              rx="3"
            />
          ) : null;
        })}
      </svg>
      <dl className="balance-legend">
        {PARTS.map(({ part, label, className }) => (
          <div key={part}>
            <dt>
              <svg aria-hidden="true" focusable="false">
                <rect className={className} x="1" y="1" width="18" height="18" rx="3" />
              </svg>
              {label}
            </dt>
            <dd>{formatEuros(balance[part])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
