import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect, type Page } from "playwright/test";

/**
 * How much room text takes depends on a machine's fonts, so layout is measured with two that the tests
 * bring along: DejaVu Sans, among the widest that people have, and PT Sans Narrow. Both may be used
 * freely (Bitstream Vera's licence and OFL 1.1, in their packages); the product ships neither.
 */
const FONTS = { wide: "dejavu-sans", narrow: "pt-sans-narrow" } as const;
const WEIGHTS = ["400", "700"] as const;

/** With `LAYOUT_WIDTHS=all`: what fits at a few widths may still scroll between them. */
const IS_EVERY_WIDTH = process.env.LAYOUT_WIDTHS === "all";
/** CSS pixels: the narrowest reflow that WCAG asks for, a phone, a tablet, a desk; or from 320 to 1600 in steps of 40. */
export const WIDTHS: readonly number[] = IS_EVERY_WIDTH
  ? Array.from({ length: 33 }, (_, index) => 320 + 40 * index)
  : [320, 360, 768, 1280];
/** How large text is, per cent: twice as large (WCAG 1.4.4) it has to fit on a phone and a desk. */
const SIZES: Readonly<Record<number, readonly number[]>> = {
  // At its own size it fits if it does at 320 px, which has the same layout.
  360: [200],
  1280: [100, 200],
};

/** Twice as large, text is asked whether it is too wide: the narrow font is asked that only at every width. */
const sizesOf = (font: string, width: number) =>
  (SIZES[width] ?? [100]).filter((size) => IS_EVERY_WIDTH || font === "wide" || size === 100);

const HEIGHT = 900;

interface FontFile {
  family: string;
  weight: string;
  base64: string;
}

const { resolve } = createRequire(import.meta.url);
let fontFiles: Promise<FontFile[]> | undefined;

function readFonts(): Promise<FontFile[]> {
  const read = async (family: string, name: string, weight: string): Promise<FontFile> => {
    const path = resolve(`@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`);
    return { family, weight, base64: await readFile(path, "base64") };
  };
  const all = Object.entries(FONTS).flatMap(([family, name]) =>
    WEIGHTS.map((weight) => read(family, name, weight)),
  );
  return Promise.all(all);
}

/**
 * In a window of this width, in either font and, where it matters, with text twice as large: nothing
 * reaches out of the window or of its own box, and no heading, button or badge breaks within a word. What is
 * folded away has to fit once it is unfolded.
 * Leaves the window at that width, in the page's own font and size.
 *
 * @param what the page and its state, for the message
 */
export async function expectLayout(page: Page, width: number, what: string): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHT });
  const looks = Object.keys(FONTS).flatMap((font) =>
    sizesOf(font, width).map((size) => ({ font, size })),
  );
  const measure = async () => await page.evaluate(layoutFaults, looks);
  let faults = await measure();
  if (!faults) {
    await bringFonts(page);
    faults = await measure();
  }
  expect(faults, `${what} at ${width} px`).toEqual({});
}

/** Hands the fonts to the page once, as bytes: there is nothing for its policy to forbid. */
async function bringFonts(page: Page): Promise<void> {
  fontFiles ??= readFonts();
  const states = await page.evaluate(
    (files) =>
      files.map(({ family, weight, base64 }) => {
        // Half a million of them: `Uint8Array.from` takes as long as all the rest.
        const characters = atob(base64);
        const bytes = new Uint8Array(characters.length);
        for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
        const face = new FontFace(family, bytes, { weight });
        document.fonts.add(face);
        return face.status;
      }),
    await fontFiles,
  );
  expect(states, "fonts handed to the page").toEqual(states.map(() => "loaded"));
}

/**
 * Runs in the page: what is wrong with its layout in each font and size of text (per cent). Both are set as scripts
 * may, which a policy on styles leaves alone, and taken back at the end: asked one by one, the page would be drawn
 * between them, in its own font as well.
 *
 * @returns undefined where the page has not been handed the fonts
 */
function layoutFaults(
  looks: readonly { font: string; size: number }[],
): Record<string, string[]> | undefined {
  const fonts = new Set([...document.fonts].map(({ family }) => family));
  if (!looks.every(({ font }) => fonts.has(font))) return undefined;
  const root = document.documentElement;
  /** Letters of 'anticonstitutionnellement': a longer word is somebody's own, and may break where its line ends. */
  const LONGEST = 25;
  const boxes = new Map<Element, ReturnType<typeof readBox>>();
  const style = new CSSStyleSheet();
  document.adoptedStyleSheets.push(style);
  const closed = [...document.querySelectorAll("details:not([open])")];
  try {
    const found: Record<string, string[]> = {};
    for (const { font, size } of looks) {
      style.replaceSync(`* { font-family: ${font} !important } html { font-size: ${size}% }`);
      const faults = new Set(faultsOpenAndClosed());
      if (faults.size > 0) found[`${font} font at ${size} %`] = [...faults].slice(0, 8);
    }
    return found;
  } finally {
    document.adoptedStyleSheets.pop();
  }

  function faultsOpenAndClosed(): string[] {
    boxes.clear();
    const faults = faultsAsItStands();
    if (closed.length === 0) return faults;
    // What folds away is judged where it unfolds: closed, it would be measured in a box as narrow as its button.
    setOpen(true);
    try {
      return [...faults, ...faultsAsItStands()];
    } finally {
      setOpen(false);
    }
  }

  function setOpen(open: boolean): void {
    boxes.clear();
    for (const details of closed) details.toggleAttribute("open", open);
  }

  function faultsAsItStands(): string[] {
    return [...pageScrolls(), ...outOfTheirBox(), ...brokenWords()];
  }

  function pageScrolls(): string[] {
    const { scrollWidth, clientWidth } = root;
    return scrollWidth > clientWidth ? [`the page scrolls to ${scrollWidth} px`] : [];
  }

  function outOfTheirBox(): string[] {
    const texts = textsOf(document.body)
      .filter(({ data }) => data.trim() !== "")
      .map((text) => ({ element: text.parentElement!, rects: rectsOf(text) }));
    const others = [...document.body.querySelectorAll("input, select, textarea, img, svg, .btn")];
    const objects = others
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, rects: [...element.getClientRects()] }));
    return [...texts, ...objects].flatMap(({ element, rects }) => {
      const box = rects.length > 0 ? narrowerBox(element, rects) : null;
      return box ? [`${describe(element)} reaches out of ${describe(box)}`] : [];
    });
  }

  /** The nearest box around something that is narrower than it; what scrolls by itself may be. */
  function narrowerBox(element: Element, rects: readonly DOMRect[]): Element | null {
    const left = Math.min(...rects.map((rect) => rect.left));
    const right = Math.max(...rects.map((rect) => rect.right));
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { overflowX, display, position, rect } = boxOf(box);
      const isForScreenReaders = rect.width < 2 || rect.right < 0;
      if (isForScreenReaders || overflowX === "auto" || overflowX === "scroll") return null;
      const isBox = display !== "inline" && display !== "contents";
      if (isBox && (left < rect.left - 1 || right > rect.right + 1)) return box;
      if (position === "fixed") return null;
      // Placed by hand within the window's edges, whatever is around it.
      if (position === "absolute" && right <= root.clientWidth) return null;
    }
    return null;
  }

  /** An element is an ancestor of many texts and is asked about once. */
  function boxOf(element: Element) {
    let box = boxes.get(element);
    if (!box) boxes.set(element, (box = readBox(element)));
    return box;
  }

  function readBox(element: Element) {
    const { overflowX, display, position } = getComputedStyle(element);
    return { overflowX, display, position, rect: element.getBoundingClientRect() };
  }

  function brokenWords(): string[] {
    const kept = "h1, h2, h3, h4, legend, th, summary, .btn, .plaque, .badge";
    const texts = [...document.body.querySelectorAll(kept)].flatMap(textsOf);
    // Addresses, of e-mail or of calls, have no better place to break at.
    const words = texts.filter((text) => !text.parentElement!.closest(".anywhere"));
    return words.flatMap((text) =>
      [...text.data.matchAll(/[\p{L}\p{N}]+/gu)]
        .filter(({ 0: word, index }) => {
          const rects = rectsOf(text, index, index + word.length).filter(({ width }) => width > 0);
          const lines = new Set(rects.map(({ bottom }) => Math.round(bottom))).size;
          return lines > 1 && word.length <= LONGEST;
        })
        .map(([word]) => `'${word}' breaks in ${describe(text.parentElement!)}`),
    );
  }

  /** The texts that are to be seen: what a closed `details` holds has a box, and is not drawn in it. */
  function textsOf(element: Element): Text[] {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    return texts.filter((text) => text.parentElement!.checkVisibility());
  }

  function rectsOf(text: Text, start = 0, end = text.length): DOMRect[] {
    const range = document.createRange();
    range.setStart(text, start);
    range.setEnd(text, end);
    return [...range.getClientRects()];
  }

  function describe(element: Element): string {
    const name = [element.localName, ...element.classList].join(".");
    return `${name} '${element.textContent.trim().slice(0, 40)}'`;
  }
}

/** What Chromium says of a shift (https://wicg.github.io/layout-instability), beside its time. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** How far what is in sight may move by itself, all shifts together, before it says so. */
const CALM = 0.02;

/**
 * Watches, from the next page on, how much what is in sight moves by itself (https://web.dev/articles/cls).
 *
 * @returns fails if that was more than nobody sees, and says what moved from where to where
 */
export async function watchShifts(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    const place = ({ x, y, width, height }: DOMRect) =>
      [x, y, width, height].map((length) => Math.round(length)).join(" ");
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources, startTime } = entry as LayoutShift;
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = (node instanceof Element ? node : node?.parentElement)?.outerHTML;
          return `${Math.round(startTime)} ms: ${name?.slice(0, 80)} ${place(previousRect)} > ${place(currentRect)}`;
        });
        shifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return async () => {
    const shifts = await page.evaluate(
      () => (window as unknown as { shifts: { value: number; moved: string[] }[] }).shifts,
    );
    const total = shifts.reduce((sum, { value }) => sum + value, 0);
    expect(total, shifts.flatMap(({ moved }) => moved).join("\n")).toBeLessThanOrEqual(CALM);
  };
}
