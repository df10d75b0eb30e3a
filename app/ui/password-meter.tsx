import { useEnhance } from "./page-assets";

interface PasswordMeterProps {
  /** Ids of the new password's input and of its confirmation's. */
  field: string;
  confirmation?: string;
  /** The checklist; ids are those that the enhancer ticks. */
  checks: readonly { id: string; label: string }[];
}

/**
 * What makes a good password, ticked and scored while it is typed. Stands under the password's
 * field, whose `describedBy` is `{field}-criteres`.
 */
export function PasswordMeter({ field, confirmation, checks }: PasswordMeterProps) {
  return (
    <div {...useEnhance("password-meter")} data-field={field} data-confirmation={confirmation}>
      <ul className="checklist" id={`${field}-criteres`}>
        {checks.map((check) => (
          <li key={check.id} data-check={check.id}>
            {check.label}
          </li>
        ))}
      </ul>
      {/* The region is there before it says anything: one that comes with its text is not told. */}
      <p className="password-score">
        <meter
          hidden
          min={0}
          max={4}
          value={0}
          low={2}
          high={3}
          optimum={4}
          aria-label="Robustesse"
        />
        <span role="status" />
      </p>
    </div>
  );
}
