import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

/** Tags within a line of text. */
const INLINE = new Set(["b", "span", "em", "strong", "abbr", "time", "svg", "use", "path", "rect"]);
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

const decoded = (text: string) =>
  text.replace(/&(\w+|#x27);/g, (entity, name: string) => ENTITIES[name] ?? entity);

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** A control as it would be sent: `[radio scope=read, checked]`. */
function control(name: string, tag: string): string {
  const type = attribute(tag, "type") ?? name;
  const sent = [attribute(tag, "name"), attribute(tag, "value")].filter((part) => part).join("=");
  const set = / (?:checked|selected)=""/.test(tag) ? ", set" : "";
  return `[${[type, sent].filter((part) => part !== "").join(" ")}${set}] `;
}

/**
 * What a component says and sends, a line for each block: its text, `→` and where a link leads, controls with
 * name and value, `#` before a column of numbers. Other style is no part of it. The component needs no router.
 */
export function shown(element: ReactElement): string[] {
  const lines = renderToStaticMarkup(element).replace(
    /<(\/?)(\w+)((?:\s[^>]*)?)>/g,
    (_tag, close: string, name: string, attributes: string) => {
      if (INLINE.has(name)) return "";
      if (close) return "\n";
      const href = attribute(attributes, "href");
      if (name === "a" && href !== undefined) return `\n→ ${href} `;
      if (name === "th" && attribute(attributes, "class") === "numeric") return "\n# ";
      const isControl = ["input", "button", "option", "textarea", "select"].includes(name);
      return isControl ? `\n${control(name, attributes)}` : "\n";
    },
  );
  return lines
    .split("\n")
    .map((line) => decoded(line).trim())
    .filter((line) => line !== "");
}

/** What only style reads. */
const UNTOLD = /^(class|style|d|viewBox|width|height|fill|stroke\S*|aria-hidden)$/;

/** A tag as a line begins: its name and what its attributes say; of one that says nothing a new line or, in a text, nothing. */
function beginning(name: string, attributes: string): string {
  const told = [...attributes.matchAll(/\s([\w:-]+)="([^"]*)"/g)].flatMap(
    ([, key = "", value = ""]) => {
      if (UNTOLD.test(key)) return [];
      return [value === "" ? key : `${key}=${decoded(value)}`];
    },
  );
  if (told.length === 0 && INLINE.has(name)) return "";
  return told.length === 0 && name === "div" ? "\n" : `\n${[name, ...told].join(" ")} | `;
}

/**
 * All that a page says and sends, a line for each element that says something: `a href=/profil | Mon profil`. Style is no
 * part of it, but which style sheets it brings is.
 *
 * @param html of a whole document; what is told is its title with what comes after it in the head, and what is in `main`
 */
export function toldByPage(html: string): string[] {
  const [, head = "", main = ""] = /(<title>.*)<\/head>.*(<main.*<\/main>)/s.exec(html) ?? [];
  const inHead = [
    ...head.matchAll(/<(title>[^<]*|meta [^>]*|link [^>]*|style|script[^>]*>[^<]*)/g),
  ];
  return [...inHead.map(([, tag = ""]) => tag), ...toldBy(main)].filter((line) => line !== "");
}

/** Likewise what stands around a page's `main`: banners, menus, messages, footer, and the script. */
export function toldAround(html: string): string[] {
  const [, body = ""] = /(<body.*)<\/body>/s.exec(html) ?? [];
  const [before = "", after = ""] = body.split(/<main.*<\/main>/s);
  // Icons are drawn from it, and it says nothing.
  const withoutSprite = after.replace(/<svg.*?<\/svg>/gs, "");
  return [...toldBy(before), "(main)", ...toldBy(withoutSprite)].filter((line) => line !== "");
}

function toldBy(markup: string): string[] {
  /** Names that React makes up, in the order in which they are met. */
  const ids = new Map<string, string>();
  return markup
    .replace(/<!-- -->/g, "")
    .replace(/:R\w+:/g, (id) => {
      ids.set(id, ids.get(id) ?? `#${ids.size + 1}`);
      return ids.get(id)!;
    })
    .replace(/<(\/?)(\w+)((?:\s[^>]*)?)>/g, (_tag, close: string, name: string, rest: string) => {
      if (!close) return beginning(name, rest);
      return INLINE.has(name) ? "" : "\n";
    })
    .split("\n")
    .map((line) => decoded(line).trim().replace(/ \|$/, ""));
}

/**
 * What is wrong with a page whatever it says.
 *
 * @param html of a whole document
 */
export function amissIn(html: string): string[] {
  const ids = [...html.matchAll(/<[^>]*?\sid="([^"]*)"/g)].map(([, id]) => id);
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [
    ...[...repeated].map((id) => `${id} is the id of several, of which labels and links reach one`),
    ...unwritableDates(html).map((id) => `${id} has a format that its keypad cannot write`),
    ...wrongPlurals(html).map((text) => `'${text}': in French none and one are no plural`),
  ];
}

/** Words that end like a plural and are none. */
const NO_PLURALS = ["avis", "mois", "fois", "mars", "sous", "cas", "accès", "dans", "plus", "pas"];

/** '0 réponses', '1 demandes'; of a number with thousands or cents its last digits are no count. */
function wrongPlurals(html: string): string[] {
  const [, title = "", body = ""] = /<title>(.*?)<\/title>.*(<body.*<\/body>)/s.exec(html) ?? [];
  const text = [title, ...toldBy(body)].join("\n");
  return [
    ...text.matchAll(/(?<![\p{L}\d,./:=−-]|\d[\u00a0\u202f ])[01][ \u00a0](\p{L}+[sx])(?!\p{L})/gu),
  ]
    .filter(([, noun = ""]) => !NO_PLURALS.includes(noun))
    .map(([found]) => found);
}

/** The keypad of numbers of an iPhone has digits alone: what has a sign between them is not written with it. */
function unwritableDates(html: string) {
  const hints = [...html.matchAll(/<p [^>]*?\bid="([^"]*)-aide"[^>]*>(.*?)<\/p>/gs)];
  const dates = hints.filter(([, , hint = ""]) => /JJ.MM/.test(hint)).map(([, id]) => id);
  return [...html.matchAll(/<input [^>]*>/g)]
    .filter(([tag]) => attribute(tag, "inputMode") === "numeric")
    .map(([tag]) => attribute(tag, "id"))
    .filter((id) => dates.includes(id));
}

/** How often each set of classes is worn in a page's `main`, a line for each: the look that a person would miss. */
export function wornBy(html: string): string[] {
  const [main = ""] = /<main.*<\/main>/s.exec(html) ?? [];
  const counts = new Map<string, number>();
  for (const [, name, classes = ""] of main.matchAll(/<(\w+)[^>]*? class="([^"]+)"/g)) {
    const worn = `${name}.${classes.split(/\s+/).join(".")}`;
    counts.set(worn, (counts.get(worn) ?? 0) + 1);
  }
  return [...counts].map(([worn, count]) => `${worn} ${count}`).sort();
}

/** Of a page what another one does not have (`+`), and what it lacks of the other one (`-`). */
export function besides(shown: string, other: string): string[] {
  const [here, there] = [shown, other].map((text) => text.split("\n")) as [string[], string[]];
  return [
    ...here.filter((line) => !there.includes(line)).map((line) => `+ ${line}`),
    ...there.filter((line) => !here.includes(line)).map((line) => `- ${line}`),
  ];
}
