interface SpinnerProps {
  /** What is being waited for, said to screen readers; without it the spinner is decorative. */
  label?: string;
}

/** Turning ring: inside buttons and loading messages only. */
export function Spinner({ label }: SpinnerProps) {
  return label ? (
    <span role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </span>
  ) : (
    <span className="spinner" aria-hidden="true" />
  );
}
