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
  /** Names that React makes up, in the order in which they are met. */
  const ids = new Map<string, string>();
  const lines = main
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
  return [...inHead.map(([, tag = ""]) => tag), ...lines].filter((line) => line !== "");
}
