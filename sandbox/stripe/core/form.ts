import { invalidParameter } from "./errors";

/** What a form-encoded body means: text, or named values. Lists are objects with numbered names. */
export type FormValue = string | FormObject;
export interface FormObject {
  [name: string]: FormValue;
}

const MAX_FIELDS = 1000;
const MAX_DEPTH = 6;
const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;

function emptyObject(): FormObject {
  return Object.create(null) as FormObject;
}

function segmentsOf(key: string): string[] {
  const match = KEY.exec(key);
  if (match === null) throw invalidParameter(`Invalid parameter name: ${key}`, key);
  const [, first = "", rest = ""] = match;
  return [first, ...Array.from(rest.matchAll(/\[([^[\]]*)\]/g), ([, inner = ""]) => inner)];
}

/**
 * Reads Stripe's bracket notation, `a[b][0]=c` or `a[]=c`, from a body or a query string. Objects
 * have no prototype, so that no name can reach one.
 * @throws StripeProblem when names contradict each other or are too many or too deep.
 */
export function decodeForm(text: string): FormObject {
  const root = emptyObject();
  let fields = 0;
  for (const [key, value] of new URLSearchParams(text)) {
    fields += 1;
    const segments = segmentsOf(key);
    if (fields > MAX_FIELDS || segments.length > MAX_DEPTH) {
      throw invalidParameter("Too many parameters", key);
    }
    let target = root;
    segments.forEach((segment, index) => {
      const name = segment === "" ? String(Object.keys(target).length) : segment;
      if (index === segments.length - 1) {
        if (target[name] !== undefined) throw invalidParameter("Invalid object", key);
        target[name] = value;
        return;
      }
      const next = (target[name] ??= emptyObject());
      if (typeof next === "string") throw invalidParameter("Invalid object", key);
      target = next;
    });
  }
  return root;
}

/** The same parameters in the same words, whatever order they came in. */
export function canonicalForm(value: FormValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}:${canonicalForm(inner)}`,
  );
  return `{${fields.sort().join(",")}}`;
}
