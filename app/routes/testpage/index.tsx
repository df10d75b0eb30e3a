import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Button } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { Main } from "~/ui/main";
import { dateRangeExamples } from "./date-range-examples";
import type { Component, Example } from "./example";
import { buttonExamples, confirmExamples, fieldExamples } from "./form-examples";
import { mapExamples } from "./map-examples";
import { toastExamples } from "./toast-examples";

/** The living catalogue of components: a file of examples each, or each few. */
const CATALOGUE: Readonly<Record<string, Component>> = {
  Toasts: toastExamples,
  Buttons: buttonExamples,
  Fields: fieldExamples,
  Confirmation: confirmExamples,
  Map: mapExamples,
  "Date-range picker": { examples: dateRangeExamples },
};

export const meta = pageMeta("Composants", { isPrivate: true });

export const loader = pageLoader({ access: "public" }, async ({ query }) => ({
  only: query.get("exemple"),
  sent: [...query].filter(([name]) => name !== "exemple"),
}));

/** Every state of every component, for whoever works on them and for the tests; `?exemple=` shows one. */
export default function Catalogue() {
  const { only, sent } = useLoaderData<typeof loader>();
  const components = Object.entries(CATALOGUE).map(([name, { props, examples }]) => ({
    name,
    props,
    examples: examples.filter((example) => (only ? example.name === only : !example.isPage)),
  }));
  const page = components.flatMap(({ examples }) => examples).find(({ isPage }) => isPage);
  if (page) {
    return (
      <Main className="frame section">
        <div lang="en">{page.show()}</div>
      </Main>
    );
  }
  return (
    <Main className="frame section stack stack-wide">
      <h1>Composants</h1>
      {sent.length > 0 ? (
        <output className="hint">{sent.map((field) => field.join("=")).join(" ")}</output>
      ) : null}
      {components
        .filter(({ examples }) => examples.length > 0)
        .map(({ name, props, examples }) => (
          <section key={name} className="stack stack-wide" aria-label={name} lang="en">
            <h2>{name}</h2>
            {props && !only ? <Props of={name} props={props} /> : null}
            {examples.map((example) => (
              <ExampleForm key={example.name} {...example} />
            ))}
          </section>
        ))}
    </Main>
  );
}

function Props({ of, props }: { of: string; props: NonNullable<Component["props"]> }) {
  return (
    <DataTable
      caption={`${of}: props`}
      columns={[{ label: "Prop" }, { label: "Meaning" }]}
      rows={Object.entries(props).map((cells) => ({ id: cells[0], cells }))}
    />
  );
}

function ExampleForm({ name, show }: Example) {
  return (
    <form className="narrow stack" aria-label={name}>
      <input type="hidden" name="exemple" value={name} />
      {show()}
      <p>
        <Button variant="secondary">Send</Button>
      </p>
    </form>
  );
}
