import { createElement, type ComponentType } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";

/** Draws an island, or has it take over its control, which is there already. In one file with React (vite.config.ts). */
export function draw(element: HTMLElement, Island: ComponentType<Record<string, unknown>>): void {
  const view = createElement(Island, JSON.parse(element.dataset.props!) as Record<string, unknown>);
  const control = element.querySelector("[data-control]");
  if (control) hydrateRoot(control, view);
  else createRoot(element).render(view);
}
