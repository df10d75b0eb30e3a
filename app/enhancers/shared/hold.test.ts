import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { hold } from "./hold";

let browser: EventTarget;
beforeEach(() => {
  browser = new EventTarget();
  for (const name of ["addEventListener", "removeEventListener"] as const) {
    vi.stubGlobal(name, browser[name].bind(browser));
  }
});
afterEach(() => vi.unstubAllGlobals());

/** The little of a form that it touches: a field, and a button beside it. */
function held() {
  const form = { children: [] as unknown[] };
  const field = { inert: false };
  const button = {
    parentElement: form,
    childNodes: ["Envoyer"],
    inert: false,
    words: ["Envoyer"],
    focus: () => undefined,
    setAttribute: () => undefined,
    removeAttribute: () => undefined,
    replaceChildren: (...words: string[]) => (button.words = words),
  };
  form.children = [field, button];
  const free = hold(form as never, button as never, "Envoi en cours…");
  return { field, button, free };
}

const show = (persisted: boolean) =>
  browser.dispatchEvent(Object.assign(new Event("pageshow"), { persisted }));

it("holds what was sent before the page was all there", () => {
  const { field, button } = held();
  show(false);
  expect(field.inert).toBe(true);
  expect(button.words).toEqual(["Envoi en cours…"]);
});

it("frees a page that is come back to, as it was left", () => {
  const { field, button } = held();
  show(false);
  show(true);
  expect(field.inert).toBe(false);
  expect(button.words).toEqual(["Envoyer"]);
});

it("has no more to say of what was freed", () => {
  const { field, free } = held();
  free();
  field.inert = true;
  show(true);
  expect(field.inert).toBe(true);
});
