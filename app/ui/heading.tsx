import type { ComponentPropsWithoutRef } from "react";

export type HeadingLevel = 1 | 2 | 3 | 4;

interface HeadingProps extends ComponentPropsWithoutRef<"h2"> {
  level: HeadingLevel;
}

/** A heading whose level the page decides, so that the outline has no holes. */
export function Heading({ level, ...props }: HeadingProps) {
  const Tag = `h${level}` as const;
  return <Tag {...props} />;
}
