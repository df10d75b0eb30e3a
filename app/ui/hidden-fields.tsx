/** Fields that a form sends along and nobody sees, by their names. */
export function HiddenFields({ of }: { of: Readonly<Record<string, string | number>> }) {
  return (
    <>
      {Object.entries(of).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
