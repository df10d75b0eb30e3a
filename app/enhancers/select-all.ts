/** A button that ticks every box of its group, or none once all are. */
export default function selectAll(element: HTMLElement): void {
  const button = element.querySelector("button")!;
  const group = element.closest("fieldset")!;
  const boxes = [...group.querySelectorAll<HTMLInputElement>("[type=checkbox]")];
  const areAll = () => boxes.every(({ checked }) => checked);

  const name = () => (button.textContent = areAll() ? "Tout décocher" : "Tout cocher");
  button.onclick = () => {
    const isTicked = !areAll();
    for (const box of boxes) box.checked = isTicked;
    name();
  };
  group.addEventListener("change", name);
  name();
  button.disabled = false;
}
