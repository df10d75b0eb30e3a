export interface Fact {
  label: string;
  value: string | undefined | null;
}

/** Labels above their values, each with the lines that it was typed in; what has no value is left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-1 gap-4 md:grid-cols-2">
      {facts.map(({ label, value }) =>
        value ? (
          <div key={label}>
            <dt className="hint">{label}</dt>
            <dd className="whitespace-pre-line">{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
