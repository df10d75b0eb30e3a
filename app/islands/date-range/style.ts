import css from "./date-range.css?inline";

let sheet: CSSStyleSheet | undefined;

/**
 * Styles the popup. Its style comes with its code, so that no page carries it; handing it over as an
 * object is nothing that the Content Security Policy has to allow.
 *
 * @throws where browsers do not know such sheets, and keep the form's own fields.
 */
export function adoptStyle(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
