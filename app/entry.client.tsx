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

/** Of an option, and of no other field, what the page brought is whether it was chosen. */
type Brought = HTMLInputElement & Partial<Pick<HTMLOptionElement, "defaultSelected">>;

/** Whether the fields within hold what the page brought them. */
const isAsBrought = (part: Element) =>
  [...part.querySelectorAll<Brought>("input, option:checked")].every(
    (field) => field.defaultSelected ?? field.value === field.defaultValue,
  );

/**
 * Loads an island at the first focus or press within it, and repeats a press that came too early. A control gives
 * way to the plain fields when its code fails; one that stands in place of them also while it is slow.
 */
function loadWhenReached(element: HTMLElement) {
  const [control, plain] = element.children as unknown as [HTMLElement, HTMLElement];
  // Someone is at work in what the control would stand in place of.
  if (control.hidden && plain.matches(":focus-within")) return;
  let loading: Promise<void> | undefined;
  const reach = () => {
    if (loading) return loading;
    // So long a control may keep its plain fields hidden while its code is on its way, and this listener with it.
    const patienceMs = 1_000;
    setTimeout(() => control.onkeydown && (plain.hidden = false), patienceMs);
    return (loading = mount(element)
      .catch((error) => {
        plain.hidden = false;
        if (control.matches(":focus-within")) plain.querySelector<HTMLElement>("input, a")?.focus();
        control.remove();
        // Rejected all the same, for whoever has to find out why.
        throw error;
      })
      .finally(() => {
        // From here on its own.
        control.onclick = control.onkeydown = null;
      }));
  };
  element.addEventListener("focusin", reach);
  control.onclick = ({ target }) =>
    (target as Element).closest("button") &&
    // By then it may be another one (islands/shared/draw.ts).
    reach().then(() => control.querySelector("button")!.click());
  // What is typed in the control is not in the fields that are sent before its code is there.
  control.onkeydown = ({ key }) => key !== "Enter" || isAsBrought(control);
  if (!control.hidden) return;
  control.hidden = false;
  plain.hidden = true;
  // Back at a page that was left, the browser puts back what it held: the control is to show that.
  addEventListener("pageshow", () => isAsBrought(plain) || reach());
  // The form's button would send the fields without what is typed in the control: who presses it is led to them.
  control.closest("form")!.addEventListener(
    "submit",
    (event) => {
      if (!control.isConnected || isAsBrought(control) || !isAsBrought(plain)) return;
      event.preventDefault();
      plain.hidden = false;
      plain.querySelector<HTMLElement>("input, a")?.focus();
    },
    true,
  );
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
