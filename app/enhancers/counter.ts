/** How near the end of a text one is told about it. */
const NEAR = 20;
/** How long one has to stop typing to be told. */
const PAUSE_MS = 1_000;

/** Said to those who do not see the count. @param left characters; below 0 what is too much */
export function remaining(left: number): string {
  if (left > NEAR) return "";
  const count = Math.abs(left);
  const words = count < 2 ? "caractère" : "caractères";
  return left < 0 ? `${count} ${words} de trop` : `${count} ${words} au plus encore`;
}

/** Counts what is typed in the field `data-field`, of `0 / 280`; red once there is no room. */
export default function counter(element: HTMLElement): void {
  const field = document.getElementById(element.dataset.field!) as HTMLTextAreaElement;
  const [shown, said] = element.children as unknown as HTMLElement[];
  const most = Number(shown!.textContent.split("/")[1]);
  let pause: number | undefined;

  const count = () => {
    const { length } = field.value;
    shown!.textContent = `${length} / ${most}`;
    shown!.className = length < most ? "hint" : "field-error";
  };
  field.addEventListener("input", () => {
    count();
    clearTimeout(pause);
    pause = window.setTimeout(() => {
      said!.textContent = remaining(most - field.value.length);
    }, PAUSE_MS);
  });
  // What the browser has kept from before.
  count();
}
