import { useLoaderData } from "@remix-run/react";
import { stripeScript } from "~/payments/stripe-script.server";
import { listVenues } from "~/venues/search-venues.server";
import { readSearch } from "~/venues/search-form";
import { dayLimits } from "~/rules/calendar";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Main } from "~/ui/main";
import { buttonExamples } from "./button-examples";
import { cardFormExamples } from "./card-form-examples";
import { ComponentSection } from "./component-section";
import { confirmExamples } from "./confirm-examples";
import { dateRangeExamples } from "./date-range-examples";
import { DATE_RANGE_PROPS } from "./date-range-props";
import { displayExamples } from "./display-examples";
import type { Component } from "./example";
import { fieldExamples } from "./form-examples";
import { helpExamples } from "./help-examples";
import { mapExamples } from "./map-examples";
import { partExamples } from "./part-examples";
import { pictureExamples } from "./picture-examples";
import { searchExamples } from "./search-examples";
import { toastExamples } from "./toast-examples";

/** The living catalogue of components: a file of examples each, or each few. */
const CATALOGUE: Readonly<Record<string, Component>> = {
  Toasts: toastExamples,
  Buttons: buttonExamples,
  Fields: fieldExamples,
  "Help with fields": helpExamples,
  Confirmation: confirmExamples,
  "Lists and cards": displayExamples,
  Pictures: pictureExamples,
  Parts: partExamples,
  Searches: searchExamples,
  Map: mapExamples,
  "Card form": cardFormExamples,
  "Date-range picker": { props: DATE_RANGE_PROPS, examples: dateRangeExamples },
};

export const meta = pageMeta("Composants", { isPrivate: true });

export const loader = pageLoader({ access: "public" }, async ({ query, now }) => {
  const { search } = readSearch(new URLSearchParams(), dayLimits(now));
  const { venues } = await listVenues(search, null, now);
  return {
    given: {
      stripe: stripeScript(),
      venue: venues.find(({ photoIds = [] }) => photoIds.length > 1) ?? null,
    },
    only: query.get("exemple"),
    sent: [...query].filter(([name]) => name !== "exemple"),
  };
});

/** Every state of every component, for whoever works on them and for the tests; `?exemple=` shows one. */
export default function Catalogue() {
  const { given, only, sent } = useLoaderData<typeof loader>();
  const every = Object.values(CATALOGUE).flatMap(({ examples }) => examples);
  const page = every.find(({ name, isPage }) => isPage && name === only);
  if (page) {
    return (
      <Main className="frame section">
        <div lang="en">{page.show(given)}</div>
      </Main>
    );
  }
  return (
    <Main className="frame section stack stack-wide">
      <h1>Composants</h1>
      {sent.length > 0 ? (
        <output className="hint">{sent.map((field) => field.join("=")).join(" ")}</output>
      ) : null}
      {Object.entries(CATALOGUE).map(([name, component]) => (
        <ComponentSection key={name} {...{ name, only, given }} {...component} />
      ))}
    </Main>
  );
}
