import type { ReactNode } from "react";
import { usePageAssets } from "./page-assets";

interface IslandProps {
  /** The file of app/islands, without its ending. */
  name: string;
  /** Props of the island's component: JSON values only, visible in the page's source. */
  props: Record<string, unknown>;
  /** `visible` (default) loads it when it comes into view, `focus` when someone reaches for it. */
  load?: "visible" | "focus";
  /** What works without JavaScript; React replaces it once the island is there. */
  children: ReactNode;
}

/** A React component that runs in the browser, around the plain HTML that does the same job. */
export function Island({ name, props, load = "visible", children }: IslandProps) {
  usePageAssets().needsScript = true;
  return (
    <div data-island={name} data-props={JSON.stringify(props)} data-load={load}>
      {children}
    </div>
  );
}
