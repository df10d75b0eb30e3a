/**
 * A button that ticks every box of its group, or none once all are. Where the group has a status, it says how many
 * are ticked after each change.
 */
export default function selectAll(element: HTMLElement): void {
  const button = element.querySelector("button")!;
  const group = element.closest("fieldset")!;
  const said = group.querySelector("[role=status]");
  const boxes = [...group.querySelectorAll<HTMLInputElement>("[type=checkbox]")];
  const ticked = () => boxes.filter(({ checked }) => checked).length;
  const areAll = () => ticked() === boxes.length;

  const name = () => (button.textContent = areAll() ? "Tout décocher" : "Tout cocher");
  const tell = () => {
    name();
    // A noun, as the eye reads it: what agrees would be wrong of none and of one.
    if (said) said.textContent = `Sélection\u00a0: ${ticked()}`;
  };
  button.onclick = () => {
    const isTicked = !areAll();
    for (const box of boxes) box.checked = isTicked;
    tell();
  };
  // The act is chosen in the same group, and says itself what it is.
  group.addEventListener("change", ({ target }) => {
    if (boxes.includes(target as HTMLInputElement)) tell();
  });
  name();
  button.disabled = false;
}
