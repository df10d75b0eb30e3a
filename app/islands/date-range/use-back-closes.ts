import { useEffect, useRef } from "react";

/**
 * While a sheet is open, the browser's Back closes it and leaves the page where it is.
 *
 * @param close closes the sheet; called only by Back.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closing = useRef(close);
  closing.current = close;
  useEffect(() => {
    if (!isOpen) return;
    // Else the step back would scroll to where the sheet was opened, away from where its buttons lead.
    history.scrollRestoration = "manual";
    // Nor to what a link within the page led to, which would take the focus too.
    history.replaceState(history.state, "", location.pathname + location.search);
    history.pushState({ ...(history.state as object | null), sheet: true }, "");
    let isThere = true;
    const back = () => {
      stay();
      isThere = false;
      closing.current();
    };
    addEventListener("popstate", back);
    return () => {
      removeEventListener("popstate", back);
      const scrollAsBefore = () => void (history.scrollRestoration = "auto");
      if (!isThere) return scrollAsBefore();
      // Closed by its own buttons: the step that Back would have undone is undone here.
      addEventListener("popstate", stay, { once: true });
      addEventListener("popstate", scrollAsBefore, { once: true });
      history.back();
    };
  }, [isOpen]);
}

/** A page that was opened at a part of it goes to its top with the step back, right after it. */
function stay(): void {
  const top = scrollY;
  setTimeout(() => scrollTo({ top, behavior: "instant" }));
}
