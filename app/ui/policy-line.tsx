/** Under a form that asks for somebody's data: where it says what becomes of it. */
export function PolicyLine() {
  return (
    <p className="hint">
      Ce que nous faisons de vos données&nbsp;: <a href="/politique">Données personnelles</a>.
    </p>
  );
}
