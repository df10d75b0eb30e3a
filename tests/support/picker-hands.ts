import type { Page } from "playwright/test";

/** Hands that work our picker and the one that it is made after alike, without waiting for the pointer to get there. */

/** What both show: the text, what the form would send, the popup, and the months of its calendars. */
export interface Shown {
  text: string;
  value: [start: string, end: string];
  isOpen: boolean;
  /** 'Mar 2027' */
  months: string[];
}

/** Part of the popup that a row of the table asks for. */
export type Look =
  | "shown"
  /** The days of the first calendar's 42 cells. */
  | "cells"
  /** Those of its month's days that cannot be pressed. */
  | "barred"
  /** Those of its month's days that are drawn as within a range. */
  | "within"
  /** The years of the open list, and those that cannot be pressed. */
  | "years"
  | "shortcuts"
  /** The field's own attributes. */
  | "field";

/** Adds `window.hands`, which works either picker, to the page. */
export async function giveHands(page: Page): Promise<void> {
  await page.evaluate(() => {
    const pad = (value: number) => String(value).padStart(2, "0");
    const dayOf = (date: Date) =>
      `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
    const isReference = "Reference" in window;

    /** A calendar's parts, whichever picker it is of. */
    const calendarsOf = (form: Element) => {
      const all = form.querySelectorAll(
        isReference ? "[class*='md:w-[296px]']" : ".dr-month:has(.dr-head)",
      );
      return [...all].map((calendar) => {
        const [head, body] = isReference
          ? [calendar.children[0]!, calendar.children[1]!]
          : [calendar.querySelector(".dr-head")!, calendar];
        const buttons = [...head.querySelectorAll("button")];
        const [month, year] = buttons.length === 2 ? buttons : buttons.slice(1, 3);
        const name = `${month!.textContent.slice(0, 3)} ${year!.textContent}`;
        const list = body.querySelectorAll<HTMLButtonElement>(
          isReference ? ".grid-cols-2 button" : ".dr-list button",
        );
        return { name, month, year, body, buttons, list: [...list] };
      });
    };
    const daysOf = ({ body, name }: ReturnType<typeof calendarsOf>[number]) => {
      const month = new Date(`1 ${name}`);
      if (!isReference) {
        return [...body.querySelectorAll<HTMLElement>("[data-day]")].map((cell) => ({
          day: cell.dataset.day!,
          isBeside: cell.dataset.outside === "true",
          button: cell.querySelector("button"),
          isWithin: cell.matches(
            ".rdp-range_middle, .dr-aimed:not(.dr-aimed-at, .dr-first, .dr-last)",
          ),
        }));
      }
      const buttons = [...body.querySelectorAll<HTMLButtonElement>(".grid-cols-7 button")];
      const first = buttons.findIndex(({ textContent }) => textContent === "1");
      return buttons.map((button, at) => {
        const date = new Date(month.getFullYear(), month.getMonth(), 1 + at - first);
        const isBeside = date.getMonth() !== month.getMonth();
        const isWithin = /\bbg-blue-100\b/.test(button.className);
        return { day: dayOf(date), isBeside, button, isWithin };
      });
    };

    const { renew } = window as { renew?: (id: string) => void };
    const untouched = new Map<string, string>();
    const settle = () => new Promise((resolve) => setTimeout(resolve, 10));
    const hands = {
      /** Puts a picker back as it was when the page came. */
      renew(id: string) {
        if (renew) return renew(id);
        if (hands.isOpen(id)) hands.act(id, "Enter");
        const form = hands.form(id);
        untouched.set(id, untouched.get(id) ?? form.outerHTML);
        // A long page of which all but this need not be laid out.
        for (const other of document.forms) other.hidden = true;
        form.outerHTML = untouched.get(id)!;
        hands.form(id).removeAttribute("hidden");
        // The page's script then takes it up.
        hands.form(id).dispatchEvent(new Event("attach", { bubbles: true }));
      },
      async run(id: string, acts: readonly string[]) {
        const until = performance.now() + 10_000;
        while (!hands.form(id)) await settle();
        // Its listeners come after it has been drawn.
        await settle();
        await settle();
        for (const act of acts) {
          while (!hands.act(id, act)) {
            if (performance.now() > until) throw new Error(`${id}: nothing to ${act}`);
            await settle();
          }
          while (act === "focus" && !hands.isOpen(id)) await settle();
          // A list of months or years is shown for a moment more.
          const isPicked = act.startsWith("pick");
          while (isPicked && calendarsOf(hands.form(id)).some(({ list }) => list.length > 0)) {
            await settle();
          }
          await settle();
        }
      },
      form: (id: string) => document.querySelector(`form[aria-label="${id}"]`)!,
      input: (id: string) => document.getElementById(id) as HTMLInputElement,
      popup: (id: string) =>
        isReference
          ? hands.form(id).querySelector<HTMLElement>(".transition-all.absolute")
          : hands.form(id).querySelector<HTMLElement>("[role=dialog]"),
      isOpen: (id: string) =>
        isReference
          ? hands.popup(id)!.classList.contains("translate-y-0")
          : hands.popup(id) !== null,
      press(element: Element) {
        for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup", "click"]) {
          const Kind = type.startsWith("pointer") ? PointerEvent : MouseEvent;
          element.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true }));
        }
      },
      /** What an act is done to; null until it is there. */
      target(id: string, verb: string, what: string): Element | null {
        const form = hands.form(id);
        const calendars = hands.popup(id) ? calendarsOf(form) : [];
        const [which = "", ...rest] = what.split(" ");
        const calendar = calendars[Number(which) - 1];
        const listed = calendar?.list.find(({ textContent }) =>
          textContent.startsWith(rest.join(" ")),
        );
        switch (verb) {
          case "press":
          case "hover": {
            const days = calendars.flatMap(daysOf).filter(({ day }) => day === what);
            return (days.find(({ isBeside }) => !isBeside) ?? days[0])?.button ?? null;
          }
          case "previous":
            return calendar?.buttons[0] ?? null;
          case "next":
            return calendar?.buttons.at(-1) ?? null;
          case "months":
            return calendar?.month ?? null;
          case "years":
            return calendar?.year ?? null;
          case "pick":
            return listed ?? null;
          case "choose": {
            const all = [...(hands.popup(id)?.querySelectorAll("button, li") ?? [])];
            return all.find(({ textContent }) => textContent === what) ?? null;
          }
          case "toggle":
            return isReference
              ? hands.input(id).nextElementSibling
              : form.querySelector(".unit button");
          // While it hides it does not open.
          case "focus":
            return isReference && !hands.popup(id)?.matches(".hidden, .block")
              ? null
              : hands.input(id);
          case "outside":
            return document.querySelector("h1");
          default:
            return hands.input(id);
        }
      },
      /** Does one act; false when what it is done to is not there yet. */
      act(id: string, act: string): boolean {
        const [verb = "", ...rest] = act.split(" ");
        const what = rest.join(" ");
        const target = hands.target(id, verb, what);
        if (!target) return false;
        if (verb === "focus") {
          hands.input(id).blur();
          hands.input(id).focus();
        } else if (verb === "hover") {
          const on = { bubbles: true, relatedTarget: document.body };
          target.dispatchEvent(new MouseEvent("mouseover", on));
        } else if (verb === "Enter") {
          const key = { key: "Enter", bubbles: true, cancelable: true };
          target.dispatchEvent(new KeyboardEvent("keydown", key));
        } else if (verb === "type") {
          // As the browser sets it: React hears of that alone.
          const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
          value!.set!.call(target, what);
          target.dispatchEvent(new Event("input", { bubbles: true }));
        } else hands.press(target);
        return true;
      },
      look(id: string, look: string): unknown {
        const form = hands.form(id) as HTMLElement;
        const input = hands.input(id);
        const isOpen = hands.isOpen(id);
        const calendars = isOpen ? calendarsOf(form) : [];
        const native = (name: string) =>
          form.querySelector<HTMLInputElement>(`[data-plain] [name=${name}]`)?.value;
        const ofMonth = (wanted: (day: ReturnType<typeof daysOf>[number]) => boolean) =>
          daysOf(calendars[0]!).filter((day) => !day.isBeside && wanted(day));
        const numbers = (days: { day: string }[]) => days.map(({ day }) => Number(day.slice(8)));
        const isThere = look === "field" || look === "shown" || calendars.length > 0;
        switch (isThere ? look : "nothing") {
          case "nothing":
            return null;
          case "cells": {
            const days = daysOf(calendars[0]!).map(({ day }) => day);
            return [days.length, days[0], days.at(-1)];
          }
          case "barred":
            return numbers(
              ofMonth(
                ({ button }) =>
                  Boolean(button?.disabled) || button?.getAttribute("aria-disabled") === "true",
              ),
            );
          case "within":
            return numbers(ofMonth(({ isWithin }) => isWithin));
          case "years": {
            const list = calendars.flatMap((calendar) => calendar.list);
            const years = list.map(({ textContent }) => Number(textContent));
            const barred = list.filter(({ disabled }) => disabled).map((one) => one.textContent);
            return { first: years[0], last: years.at(-1), barred: barred.map(Number) };
          }
          case "shortcuts": {
            const of = isReference ? "li" : ".dr-shortcuts button";
            return [...hands.popup(id)!.querySelectorAll(of)].map((one) => one.textContent);
          }
          case "field": {
            const { name, placeholder, readOnly, disabled } = input;
            return { name, placeholder, readOnly, disabled };
          }
          default: {
            const value = isReference
              ? [form.dataset.start, form.dataset.end]
              : [native("start"), native("end") ?? native("start")];
            return {
              ...{ text: input.value, value, isOpen },
              months: calendars.map((calendar) => calendar.name),
            };
          }
        }
      },
    };
    Object.assign(window, { hands });
  });
}

/**
 * Takes a picker anew, does these acts to it, each as soon as what it is done to is there, and looks at it.
 *
 * @param expected looked for until it is there, and for three seconds at most; of an object these entries alone
 * @returns what was seen last
 */
export function workOn(
  page: Page,
  id: string,
  acts: readonly string[],
  look: Look,
  expected: object,
): Promise<unknown> {
  return page.evaluate(
    async ({ id, acts, look, expected }) => {
      interface Hands {
        renew(id: string): void;
        run(id: string, acts: readonly string[]): Promise<void>;
        look(id: string, look: string): Record<string, unknown> | null;
      }
      const { hands } = window as unknown as { hands: Hands };
      hands.renew(id);
      await hands.run(id, acts);
      const until = performance.now() + 3_000;
      for (;;) {
        const seen = hands.look(id, look);
        const asked =
          seen === null || Array.isArray(seen)
            ? seen
            : Object.fromEntries(Object.keys(expected).map((key) => [key, seen[key]]));
        const isSame = JSON.stringify(asked) === JSON.stringify(expected);
        if (isSame || performance.now() > until) return asked;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    { id, acts, look, expected },
  );
}
