/** Joins the classes that apply: `classNames("btn", wide && "w-full")`. */
export function classNames(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(" ");
}
