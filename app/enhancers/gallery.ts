/**
 * Photos that open over the page instead of on pages of their own; what shows them comes with the first
 * press. A press that asks for a new tab or window still gets it.
 */
export default function gallery(list: HTMLElement): void {
  // After that the photo's own page is the better answer.
  const patienceMs = 2_000;
  list.onclick = (event) => {
    const link = (event.target as Element).closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const goThere = () => (location.href = link.href);
    const impatient = setTimeout(goThere, patienceMs);
    import("./gallery/dialog")
      .then((dialog) => dialog.default(list, link, impatient))
      .catch(goThere);
    // The link waits for that code.
    return false;
  };
}
