import type { ReactNode } from "react";
import { usePageAssets } from "./page-assets";

interface IslandProps {
  /** The file of app/islands, without its ending. */
  name: string;
  /** Props of the island's component: JSON values only, visible in the page's source. */
  props: Record<string, unknown>;
  /** `visible` (default) loads it when it comes into view, `focus` when someone reaches for it. */
  load?: "visible" | "focus";
  /**
   * The island's first HTML, exactly as its component renders it with these props, above the
   * children. React then takes over this part alone: the children stay as they are, with their focus
   * and what was typed. Shown only where scripts run.
   */
  control?: ReactNode;
  /**
   * The control is shown in place of the children, which keep the form's values: hidden until the
   * page's script is there, and once more when the island's fails.
   */
  replaces?: boolean;
  className?: string;
  /** What works without JavaScript; without a `control`, React replaces it once the island is there. */
  children: ReactNode;
}

/** A React component that runs in the browser, around the plain HTML that does the same job. */
export function Island({
  name,
  props,
  load = "visible",
  control,
  replaces = false,
  className,
  children,
}: IslandProps) {
  usePageAssets().needsScript = true;
  return (
    <div
      className={className}
      data-island={name}
      data-props={JSON.stringify(props)}
      data-load={load}
    >
      {control ? (
        <div className={replaces ? undefined : "with-script"} hidden={replaces} data-control="">
          {control}
        </div>
      ) : null}
      {replaces ? <div data-plain="">{children}</div> : children}
    </div>
  );
}
