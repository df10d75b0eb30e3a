import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Page } from "playwright/test";
import type * as ReactParts from "react";
import type * as ReactDomParts from "react-dom/client";
import type { DateRangeOptions } from "~/ui/date-range/options";

/** react-tailwindcss-datepicker 1.7.3, after which the picker is made, on a page that only the test serves. */

const files = createRequire(import.meta.url);
/** Scripts of a page without modules: package, and the file in it. */
const SCRIPTS = [
  ["react", "umd/react.production.min.js"],
  ["react-dom", "umd/react-dom.production.min.js"],
  ["dayjs", "dayjs.min.js"],
] as const;

/** The options that the reference has too, in its own words; days become dates in the page. */
function referenceProps(id: string, options: Omit<DateRangeOptions, "id">) {
  const { value, shortcuts, footer } = options;
  return {
    inputId: id,
    inputName: options.name,
    value: { startDate: value?.start ?? null, endDate: value?.end ?? null },
    asSingle: options.single,
    useRange: !options.single,
    minDate: options.min,
    maxDate: options.max,
    disabledDates: options.disabledDates?.map(({ startDate, endDate }) => ({ startDate, endDate })),
    displayFormat: options.displayFormat,
    separator: options.separator,
    i18n: options.locale,
    startWeekOn: options.startWeekOn?.slice(0, 3),
    dateLooking: options.yearDirection,
    popoverDirection: options.popupDirection,
    primaryColor: options.color,
    placeholder: options.placeholder,
    readOnly: options.readOnly,
    required: options.required,
    disabled: options.disabled,
    startFrom: options.startFrom,
    showFooter: footer !== undefined,
    showShortcuts: shortcuts !== undefined,
    configs: { footer, shortcuts: shortcuts === true ? undefined : shortcuts },
  };
}

/** Serves the reference, with each of these sets of options when it is asked for, and goes there. */
export async function showReference(
  page: Page,
  examples: Readonly<Record<string, Omit<DateRangeOptions, "id">>>,
): Promise<void> {
  await page.route("**/reference", (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><body><h1>Reference</h1>" }),
  );
  await page.goto("/reference");
  for (const [name, file] of SCRIPTS) {
    const folder = dirname(files.resolve(`${name}/package.json`));
    await page.addScriptTag({ path: join(folder, file) });
  }
  const code = await readFile(files.resolve("react-tailwindcss-datepicker"), "utf8");
  await page.addScriptTag({
    content: `const module = { exports: {} }, exports = module.exports;
      const process = { env: { NODE_ENV: "production" } };
      const require = (name) => ({ react: React, dayjs })[name];
      ${code}
      window.Reference = module.exports.default ?? module.exports;
      // Its popup is hidden by a class of Tailwind's.
      document.head.append(Object.assign(document.createElement("style"), { textContent: ".hidden { display: none }" }));`,
  });
  const props = Object.entries(examples).map(([id, options]) => referenceProps(id, options));
  await page.evaluate((all) => {
    interface Globals {
      React: typeof ReactParts;
      ReactDOM: typeof ReactDomParts;
      Reference: ReactParts.ComponentType<Record<string, unknown>>;
    }
    const { React, ReactDOM, Reference } = window as unknown as Globals;
    const isDay = (value: unknown) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
    const dated = (value: unknown): unknown => {
      if (isDay(value)) return new Date(`${value as string}T00:00`);
      if (Array.isArray(value)) return value.map(dated);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => {
          // Its words for so many days back are a function, ours plain JSON.
          if (key === "past") return [key, (n: number) => String(one).replace("{n}", String(n))];
          return [key, dated(one)];
        }),
      );
    };
    interface Value {
      startDate: Date | null;
      endDate: Date | null;
    }
    const dayOf = (date: Date | null) =>
      date ? new Intl.DateTimeFormat("sv-SE").format(date) : "";
    function Example({ props }: { props: (typeof all)[number] }) {
      const dates = React.useMemo(() => dated(props) as Record<string, unknown>, [props]);
      const [value, setValue] = React.useState(dates.value as Value);
      return React.createElement(
        "form",
        {
          "aria-label": props.inputId,
          "data-start": dayOf(value.startDate),
          "data-end": dayOf(value.endDate),
        },
        React.createElement(Reference, { ...dates, value, onChange: setValue }),
      );
    }
    const root = ReactDOM.createRoot(document.body.appendChild(document.createElement("div")));
    let count = 0;
    const renew = (id: string) => {
      const props = all.find(({ inputId }) => inputId === id)!;
      root.render(React.createElement(Example, { key: (count += 1), props }));
    };
    Object.assign(window, { renew });
  }, props);
}
