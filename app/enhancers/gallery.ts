/**
 * Photos that open over the page instead of on pages of their own; what shows them comes with the first
 * press. A press that asks for a new tab or window still gets it.
 */
export default function gallery(list: HTMLElement): void {
  list.onclick = (event) => {
    const link = (event.target as Element).closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    import("./gallery/dialog").then(
      (dialog) => dialog.default(list, link),
      // Without that code, the photo's own page.
      () => location.assign(link.href),
    );
  };
}
