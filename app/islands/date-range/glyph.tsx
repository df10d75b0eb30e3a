const SHAPES = {
  back: "M15 6l-6 6 6 6",
  forward: "M9 6l6 6-6 6",
  close: "M6 6l12 12M18 6L6 18",
  info: "M21 12a9 9 0 11-18 0 9 9 0 0118 0zM12 11v5.5M12 7.6v.1",
  alert: "M12 3.5l9.3 16.5H2.7zM12 10v4.5M12 17.4v.1",
} as const;

/** An icon of the popup. The page's own icons are those that the server showed. */
export function Glyph({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg
      className="icon"
      data-glyph={name}
      width={20}
      height={20}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={SHAPES[name]} />
    </svg>
  );
}
