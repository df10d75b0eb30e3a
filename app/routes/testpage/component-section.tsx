import { Button } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import type { Component, Example, Given } from "./example";

interface ComponentSectionProps extends Component {
  name: string;
  /** The one example that is asked for; null for all. */
  only: string | null;
  given: Given;
}

/** A component of the catalogue: its props, its states, and links to those that take a page. */
export function ComponentSection({ name, props, examples, only, given }: ComponentSectionProps) {
  const shown = examples.filter(({ name, isPage }) => !isPage && (!only || name === only));
  const pages = only ? [] : examples.filter(({ isPage }) => isPage);
  if (shown.length + pages.length === 0) return null;
  return (
    <section className="stack stack-wide" aria-label={name} lang="en">
      <h2>{name}</h2>
      {props && !only ? <Props of={name} props={props} /> : null}
      {shown.map((example) => (
        <ExampleForm key={example.name} {...example} given={given} />
      ))}
      {pages.length > 0 ? (
        <ul className="row">
          {pages.map((page) => (
            <li key={page.name}>
              <a className="line-link" href={`/testpage?exemple=${page.name}`}>
                {page.name}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
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

function ExampleForm({ name, show, given }: Example & { given: Given }) {
  return (
    <form className="narrow stack" aria-label={name}>
      <input type="hidden" name="exemple" value={name} />
      {show(given)}
      <p>
        <Button variant="secondary">Send</Button>
      </p>
    </form>
  );
}
