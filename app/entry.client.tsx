/**
 * The browser's only script, and only on pages that ask for it: attaches enhancers at once and
 * loads an island's code when it comes into view or is reached for. React comes with the first island.
 */
const islands = import.meta.glob<{ default: React.ComponentType<Record<string, unknown>> }>(
  "./islands/*.tsx",
);
const enhancers = import.meta.glob<{ default: (element: HTMLElement) => void }>([
  "./enhancers/*.ts",
  "!./enhancers/*.test.ts",
]);

// A choice in a menu may lead to this very page, and Back to it as it was left.
for (const element of document.querySelectorAll<HTMLElement>("[popover]")) {
  // Not all browsers know popovers.
  element.onclick = ({ target }) =>
    (target as Element).closest("a") && (element as Partial<HTMLElement>).hidePopover?.();
}

async function mount(element: HTMLElement) {
  const [{ default: Island }, { createRoot, hydrateRoot }, { createElement }] = await Promise.all([
    islands[`./islands/${element.dataset.island}.tsx`]!(),
    import("react-dom/client"),
    import("react"),
  ]);
  const view = createElement(Island, JSON.parse(element.dataset.props!) as Record<string, unknown>);
  const control = element.querySelector("[data-control]");
  if (control) hydrateRoot(control, view);
  else createRoot(element).render(view);
}

/**
 * Loads an island at the first focus or press within it, and repeats a press that came too early. A
 * control that stands in place of plain fields gives way to them when its code is slow or fails.
 */
function loadWhenReached(element: HTMLElement) {
  const [control, plain] = element.children as unknown as HTMLElement[];
  const isReplaced = plain?.dataset.plain === "";
  const show = (isControl: boolean, isPlain = !isControl) => {
    if (!isReplaced) return;
    control!.hidden = !isControl;
    plain.hidden = !isPlain;
  };
  let loading: Promise<void> | undefined;
  const reach = ({ type, target }: Event) => {
    if (!loading) {
      // So long a control may keep its plain fields hidden while its code is on its way.
      const patienceMs = 1_000;
      const impatient = setTimeout(show, patienceMs, true, true);
      loading = mount(element).finally(() => {
        clearTimeout(impatient);
        // From here on its own.
        element.onclick = null;
      });
      // Rejected all the same, for whoever has to find out why.
      void loading.then(null, (error) => {
        show(false);
        throw error;
      });
    }
    const button = type === "click" && (target as Element).closest("[data-control] button");
    if (button) void loading.then(() => (button as HTMLElement).click());
  };
  element.addEventListener("focusin", reach);
  element.onclick = reach;
  show(true);
  // A browser cannot point at a hidden field that lacks a value: it would send nothing, silently.
  if (isReplaced) for (const field of plain.querySelectorAll("input")) field.required = false;
}

const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    observer.unobserve(entry.target);
    void mount(entry.target as HTMLElement);
  }
});

/** Attaches the enhancers and islands of what a page, or a part of it, holds. */
function attach(root: ParentNode): void {
  for (const element of root.querySelectorAll<HTMLElement>("[data-enhance]")) {
    for (const name of element.dataset.enhance!.split(" ")) {
      void enhancers[`./enhancers/${name}.ts`]?.().then((module) => module.default(element));
    }
  }
  for (const element of root.querySelectorAll<HTMLElement>("[data-island]")) {
    if (element.dataset.load === "focus") loadWhenReached(element);
    else observer.observe(element);
  }
}

attach(document);
// What an enhancer has brought later.
document.addEventListener("attach", ({ target }) => attach(target as Element));
