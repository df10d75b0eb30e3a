import { raise } from "./toast";

/** Copies `data-text` at a press, and says whether that worked. */
export default function copy(element: HTMLElement): void {
  const [done, failed] = element.querySelectorAll("template");
  let said: HTMLElement | undefined;
  const button = element.querySelector("button")!;
  button.disabled = false;
  button.onclick = async () => {
    // Where the page did not come by https there is no clipboard.
    const isCopied = await Promise.resolve()
      .then(() => navigator.clipboard.writeText(element.dataset.text!))
      .then(
        () => true,
        () => false,
      );
    said?.remove();
    said = raise((isCopied ? done : failed)!);
  };
}
