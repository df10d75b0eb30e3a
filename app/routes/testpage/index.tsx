import { useLoaderData } from "@remix-run/react";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Button } from "~/ui/button";
import { Main } from "~/ui/main";
import { dateRangeExamples } from "./date-range-examples";

/** The living catalogue of components: a file of examples each. */
const CATALOGUE = { "Date-range picker": dateRangeExamples };

export const meta = pageMeta("Composants", { isPrivate: true });

export const loader = pageLoader({ access: "public" }, async ({ query }) => ({
  only: query.get("exemple"),
  sent: [...query].filter(([name]) => name !== "exemple"),
}));

/** Every state of every component, for whoever works on them and for the tests; `?exemple=` shows one. */
export default function Catalogue() {
  const { only, sent } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section stack stack-wide">
      <h1>Composants</h1>
      {sent.length > 0 ? (
        <output className="hint">{sent.map((field) => field.join("=")).join(" ")}</output>
      ) : null}
      {Object.entries(CATALOGUE).map(([component, examples]) => (
        <section key={component} className="stack stack-wide" aria-label={component} lang="en">
          <h2>{component}</h2>
          {examples
            .filter(({ name }) => !only || name === only)
            .map(({ name, show }) => (
              <form key={name} className="narrow stack" aria-label={name}>
                <input type="hidden" name="exemple" value={name} />
                {show()}
                <p>
                  <Button variant="secondary">Send</Button>
                </p>
              </form>
            ))}
        </section>
      ))}
    </Main>
  );
}
