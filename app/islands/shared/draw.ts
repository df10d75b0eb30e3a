import { createElement, useLayoutEffect, type ComponentType } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot } from "react-dom/client";

/** Draws an island, or has it take over its control, which is there already. In one file with React (vite.config.ts). */
export function draw(element: HTMLElement, Island: ComponentType<Record<string, unknown>>): void {
  const view = createElement(Island, JSON.parse(element.dataset.props!) as Record<string, unknown>);
  const control = element.querySelector("[data-control]");
  if (!control) return createRoot(element).render(view);
  const drawn = control.firstElementChild;
  const field = control.querySelector("input");
  const focused = control.querySelector(":focus")?.localName;
  const TakenOver = () => {
    useLayoutEffect(() => {
      // In a page that its reader's browser translates React draws it anew: before the island asks for them, what was
      // typed and the focus are handed on.
      if (control.firstElementChild === drawn) return;
      const now = control.querySelector("input");
      if (field && now) now.value = field.value;
      if (focused) control.querySelector<HTMLElement>(focused)?.focus();
    }, []);
    return view;
  };
  // At once: a press that comes meanwhile is either repeated or heard.
  flushSync(() => hydrateRoot(control, createElement(TakenOver)));
}
