import { useEffect, type RefObject } from "react";

/**
 * Keeps the form of `field` from being sent while what is typed there cannot be had. Forms that leave all checks to
 * the server would send no days at all, and lose the text with the page.
 *
 * @param lead brings people back to the field
 */
export function useHoldBack(
  field: RefObject<HTMLInputElement>,
  holds: boolean,
  lead: () => void,
): void {
  useEffect(() => {
    if (!holds) return;
    const hold = (event: Event) => {
      if (event.target !== field.current?.form) return;
      event.preventDefault();
      event.stopPropagation();
      lead();
    };
    // Before what the form's own listeners do.
    document.addEventListener("submit", hold, true);
    return () => document.removeEventListener("submit", hold, true);
    // `lead` is new at each render and always does the same.
  }, [field, holds]);
}
