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

// Shows what only script does, where a browser's style cannot ask whether scripts run.
document.body.className = "js";

async function mount(element: HTMLElement) {
  const [{ default: Island }, { draw }] = await Promise.all([
    islands[`./islands/${element.dataset.island}.tsx`]!(),
    import("./islands/shared/draw"),
  ]);
  draw(element, Island);
}

/**
 * Loads an island at the first focus or press within it, and repeats a press that came too early. A control gives
 * way to the plain fields when its code fails; one that stands in place of them also while it is slow.
 */
function loadWhenReached(element: HTMLElement) {
  const [control, plain] = element.children as unknown as [HTMLElement, HTMLElement];
  let loading: Promise<void> | undefined;
  const reach = ({ type, target }: Event) => {
    if (!loading) {
      // So long a control may keep its plain fields hidden while its code is on its way.
      const patienceMs = 1_000;
      const impatient = setTimeout(() => (plain.hidden = false), patienceMs);
      loading = mount(element).finally(() => {
        clearTimeout(impatient);
        // From here on its own.
        element.onclick = control.onkeydown = null;
      });
      // Rejected all the same, for whoever has to find out why.
      void loading.then(null, (error) => {
        plain.hidden = false;
        if (control.matches(":focus-within")) plain.querySelector<HTMLElement>("input, a")?.focus();
        control.hidden = true;
        throw error;
      });
    }
    const button = type === "click" && (target as Element).closest("[data-control] button");
    if (button) void loading.then(() => (button as HTMLElement).click());
  };
  element.addEventListener("focusin", reach);
  element.onclick = reach;
  // What is typed in the control is not in the fields that are sent before its code is there.
  control.onkeydown = ({ key, target }) => key !== "Enter" || !(target as HTMLInputElement).value;
  if (plain.dataset.plain !== "") return;
  control.hidden = false;
  plain.hidden = true;
  for (const field of plain.querySelectorAll("input")) {
    // A browser cannot point at a hidden field that lacks a value: it would send nothing, silently.
    field.required = false;
    // Back at a page that was left, the browser puts back what it held: the control is to show that.
    addEventListener("pageshow", (event) => field.value === field.defaultValue || reach(event));
  }
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
