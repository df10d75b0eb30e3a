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
