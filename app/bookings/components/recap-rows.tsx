/** The rows of a `<dl>` that sums a booking up: what each is of at the left, what it says at the right. */
export function RecapRows({
  facts,
}: {
  facts: readonly (readonly [name: string, text: string])[];
}) {
  return (
    <>
      {facts.map(([name, text]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="muted">{name}</dt>
          <dd className="min-w-0 font-semibold">{text}</dd>
        </div>
      ))}
    </>
  );
}
