const adopted = new Set<string>();

/**
 * Brings a style with the code that needs it, so that no page carries it. As an object it is nothing that the
 * Content Security Policy has to allow.
 *
 * @throws where browsers do not know style sheets as objects
 */
export function adoptStyle(css: string): void {
  if (adopted.has(css)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  adopted.add(css);
}
