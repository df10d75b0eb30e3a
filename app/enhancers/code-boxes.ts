const LENGTH = 6;

/** Waited between the last digit and sending, so that people see what they typed. */
const SEND_AFTER_MS = 200;

/** The digits of what was typed or pasted, at most six: spaces and dashes fall away. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, "").slice(0, LENGTH);
}

/** Whether the form still asks for something else: it is not sent by itself then. */
function waits(form: HTMLFormElement): boolean {
  return form.querySelector("input:not([type=hidden]):invalid") !== null;
}

/**
 * Turns the one field of a mailed code into six boxes: typing moves on, Backspace moves back,
 * pasting fills them from the first, and six digits send the form unless it still asks for more. The field itself stays, hidden,
 * and holds what is sent.
 */
export default function codeBoxes(element: HTMLElement): void {
  const field = element.querySelector("input");
  const label = element.querySelector("label");
  const form = field?.form;
  if (!field || !label || !form) return;

  const group = document.createElement("div");
  group.className = "code-boxes";
  group.setAttribute("role", "group");
  label.id = `${field.id}-titre`;
  group.setAttribute("aria-labelledby", label.id);

  // No page shows a code again that it refused: this is what was typed before the script was there, or the browser has kept.
  const known = digitsOf(field.value);
  const boxes = Array.from({ length: LENGTH }, (_, index) => {
    const box = document.createElement("input");
    box.value = known[index] ?? "";
    box.inputMode = "numeric";
    // The first takes the whole code when the browser offers it.
    box.autocomplete = index === 0 ? "one-time-code" : "off";
    box.setAttribute("aria-label", `Chiffre ${index + 1} sur ${LENGTH}`);
    for (const name of ["aria-describedby", "aria-invalid"]) {
      const value = field.getAttribute(name);
      if (value) box.setAttribute(name, value);
    }
    return box;
  });

  let timer: number | undefined;
  const settle = () => {
    field.value = boxes.map((box) => box.value).join("");
    clearTimeout(timer);
    if (field.value.length < LENGTH || waits(form)) return;
    const button = form.querySelector<HTMLButtonElement>("button:not([type=button])");
    timer = window.setTimeout(() => button?.click(), SEND_AFTER_MS);
  };
  const fill = (digits: string) => {
    boxes.forEach((box, index) => (box.value = digits[index] ?? ""));
    boxes[Math.min(digits.length, LENGTH - 1)]?.focus();
    settle();
  };

  boxes.forEach((box, index) => {
    box.addEventListener("focus", () => box.select());
    box.addEventListener("paste", (event) => {
      event.preventDefault();
      fill(digitsOf(event.clipboardData?.getData("text") ?? ""));
    });
    box.addEventListener("input", () => {
      const digits = digitsOf(box.value);
      if (digits.length > 2) {
        fill(digits);
        return;
      }
      // Typed over a digit that was not selected: the new one counts.
      box.value = digits.slice(-1);
      if (box.value) boxes[index + 1]?.focus();
      settle();
    });
    box.addEventListener("keydown", (event) => {
      if (event.key === "Backspace" && !box.value) boxes[index - 1]?.focus();
    });
  });

  const { id } = field;
  const hadFocus = document.activeElement === field;
  field.removeAttribute("id");
  field.type = "hidden";
  group.append(...boxes);
  const [first] = boxes;
  if (first) first.id = id;
  field.after(group);
  // Whoever was typing when the script came goes on where they were.
  if (hadFocus) boxes.find((box) => !box.value)?.focus();
}
