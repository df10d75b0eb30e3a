import { raise } from "./toast";

/** The button in it, which only scripts can serve: copies `data-text`, else prints the page. */
export default function button(element: HTMLElement): void {
  const { text } = element.dataset;
  const press = element.querySelector("button")!;
  press.disabled = false;
  press.onclick = text === undefined ? () => print() : copying(element, text);
}

/** What copies a text, and says whether that worked. */
function copying(element: HTMLElement, text: string) {
  const [done, failed] = element.querySelectorAll("template");
  let said: HTMLElement | undefined;
  return async () => {
    // Where the page did not come by https there is no clipboard.
    const isCopied = await Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => true,
        () => false,
      );
    said?.remove();
    said = raise((isCopied ? done : failed)!);
  };
}
