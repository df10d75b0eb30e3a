/**
 * The browser's only script, and only on pages that ask for it: attaches enhancers at once and
 * loads an island's code when it comes into view or is focused. React comes with the first island.
 */
const islands = import.meta.glob<{ default: React.ComponentType<Record<string, unknown>> }>(
  "./islands/*.tsx",
);
const enhancers = import.meta.glob<{ default: (element: HTMLElement) => void }>([
  "./enhancers/*.ts",
  "!./enhancers/*.test.ts",
]);

for (const element of document.querySelectorAll<HTMLElement>("[data-enhance]")) {
  for (const name of element.dataset.enhance!.split(" ")) {
    void enhancers[`./enhancers/${name}.ts`]?.().then((module) => module.default(element));
  }
}

async function mount(element: HTMLElement) {
  const load = islands[`./islands/${element.dataset.island}.tsx`];
  if (!load) return;
  const [{ default: Island }, { createRoot, hydrateRoot }, { createElement }] = await Promise.all([
    load(),
    import("react-dom/client"),
    import("react"),
  ]);
  const view = createElement(Island, JSON.parse(element.dataset.props!) as Record<string, unknown>);
  const control = element.querySelector(":scope > [data-control]");
  if (control) hydrateRoot(control, view);
  else createRoot(element).render(view);
}

const observer = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    observer.unobserve(entry.target);
    void mount(entry.target as HTMLElement);
  }
});
for (const element of document.querySelectorAll<HTMLElement>("[data-island]")) {
  if (element.dataset.load === "focus") {
    element.addEventListener("focusin", () => void mount(element), { once: true });
  } else {
    observer.observe(element);
  }
}
