/** Turning ring beside words that say what is waited for. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />;
}
