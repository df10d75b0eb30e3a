/**
 * Stands in for what Radix Popover asks of `react-remove-scroll` and `aria-hidden`: they hold the page
 * still and hide it from screen readers around a modal popover, which none here is (vite.config.ts).
 */
import { Fragment } from "react";

export const RemoveScroll = Fragment;

/** Hides nothing; what it returns brings nothing back. */
export function hideOthers(): () => void {
  return () => {};
}
