import type { RenewedSection, RunOutcome } from "@models/enumerations";
import { RecordFacts } from "~/admin/records/components/record";
import type { RenewalState, ShownRun } from "~/gallery/gallery-page.server";
import { SECTION_TITLES } from "~/admin/words/gallery-words";
import { useMay } from "~/admin/use-may";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";

const SECTIONS: Record<RenewedSection, string> = {
  rooms: "Un tirage parmi les lieux publiés.",
  news: "Les lieux publiés le plus récemment.",
};

const OUTCOMES: Record<RunOutcome, { label: string; tone: BadgeTone }> = {
  renewed: { label: "Réussi", tone: "success" },
  unchanged: { label: "Rien à changer", tone: "past" },
  failed: { label: "Échec", tone: "danger" },
};

/** The two parts of the home page that are made of venues: when and how they were renewed. */
export function Renewals({ renewals }: { renewals: readonly RenewalState[] }) {
  return (
    <section className="stack" aria-labelledby="renouvellement-titre">
      <h2 id="renouvellement-titre">Renouvellement automatique</h2>
      <div className="gallery-renewals">
        {renewals.map((renewal) => (
          <Renewal key={renewal.section} {...renewal} />
        ))}
      </div>
    </section>
  );
}

function Renewal({ section, isDaily, runs, next }: RenewalState) {
  const title = SECTION_TITLES[section];
  const [last, ...before] = runs;
  const mayChange = useMay()("gallery.change");
  return (
    <section className="card panel" aria-labelledby={`${section}-titre`}>
      <div className="stack gap-2">
        <h3 id={`${section}-titre`}>{title}</h3>
        <p className="quiet-text">{SECTIONS[section]}</p>
      </div>
      {mayChange ? (
        <Form>
          <input type="hidden" name="section" value={section} />
          <input type="hidden" name="cronJob" value={isDaily ? "false" : "true"} />
          <button
            className="switch"
            role="switch"
            aria-checked={isDaily}
            name="intent"
            value="daily"
          >
            <span className="switch-rail" aria-hidden="true" />
            <span>
              {`Renouveler chaque jour à 4\u00a0h\u00a000\u00a0: ${isDaily ? "activé" : "désactivé"}`}
              <span className="sr-only">{` (${title})`}</span>
            </span>
          </button>
        </Form>
      ) : null}
      <RecordFacts
        facts={[
          { label: "Dernier passage", value: last ? whenOf(last) : "Aucun pour le moment" },
          { label: "Résultat", value: last ? <Outcome run={last} /> : null },
          {
            label: "Prochain passage",
            value: isDaily
              ? (next ?? "Demain à 4\u00a0h")
              : "Aucun\u00a0: renouvellement désactivé",
          },
        ]}
      />
      {mayChange ? (
        <Form>
          <input type="hidden" name="section" value={section} />
          <Button variant="secondary" name="intent" value="renew">
            Renouveler une fois
            <span className="sr-only">{`\u00a0: ${title}`}</span>
          </Button>
        </Form>
      ) : null}
      {before.length > 0 ? (
        <details>
          <summary className="line-link underline">Les passages d’avant</summary>
          <ul className="audit-list">
            {before.map((run) => (
              <li key={run.id}>
                <span>{whenOf(run)}</span>
                <Outcome run={run} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function whenOf({ at, seconds, by }: ShownRun): string {
  return `${at}, en ${seconds}\u00a0s${by ? `, par ${by}` : ""}`;
}

function Outcome({ run: { outcome, tiles } }: { run: ShownRun }) {
  const { label, tone } = OUTCOMES[outcome];
  const count = tiles > 1 ? `${tiles} lieux` : tiles === 1 ? "1 lieu" : "aucun lieu";
  return (
    <span>
      <Badge tone={tone}>{label}</Badge>
      {outcome === "failed" ? ` L’accueil garde ce qu’il montrait (${count}).` : ` ${count}`}
    </span>
  );
}
