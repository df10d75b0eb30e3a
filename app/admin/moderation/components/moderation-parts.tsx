import { Breadcrumb, RecordFacts, RecordPart } from "~/admin/records/components/record";
import { useMay } from "~/admin/use-may";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { pictureUrl } from "~/ui/picture";
import { MEASURE_WORDS } from "~/admin/measures/measures";
import type { ModerationLine } from "~/admin/measures/moderation-history.server";
import type { ModerationRecord } from "../moderation-record.server";
import type { OfferedMeasures } from "../offered-measures.server";
import type { Reported } from "../reported.server";

export function ModerationHead({
  name,
  title,
  waiting,
}: {
  name: string;
  title: string;
  /** What it waits for; null: nothing any more. */
  waiting: string | null;
}) {
  return (
    <div className="stack">
      <Breadcrumb href="/admin/a-traiter?nature=report" list="Modération" name={name} />
      <div className="office-head">
        <h1>{title}</h1>
        {waiting ? <Badge tone="waiting">{waiting}</Badge> : <Badge tone="past">Décidé</Badge>}
      </div>
    </div>
  );
}

export function ReportsPart({ reports }: Pick<ModerationRecord, "reports">) {
  return (
    <RecordPart id="signale" title="Ce qui est signalé" card>
      <ol className="audit-list">
        {reports.map(({ id, reason, text, email, at }) => (
          <li key={id}>
            <p>
              <b>{reason}</b>
            </p>
            <p className="letter">{text}</p>
            <p className="muted anywhere">
              {`${at}, ${email ? `par ${email} (adresse non vérifiée)` : "sans adresse"}`}
            </p>
          </li>
        ))}
      </ol>
    </RecordPart>
  );
}

const WHOSE: Record<Reported["kind"], string> = {
  venue: "Propriétaire",
  review: "Auteur",
  account: "Titulaire",
};

/** What is reported or decided of, and whose it is. */
export function ReportedPart({ reported }: { reported: Reported }) {
  const { title, href, text, person } = reported;
  return (
    <RecordPart id="objet" title="De quoi il s’agit" card>
      <RecordFacts
        facts={[
          { label: "Objet", value: <a href={href}>{title}</a> },
          {
            label: WHOSE[reported.kind],
            value: person ? (
              <a href={`/admin/user/${person.id}`}>{person.name}</a>
            ) : (
              "Compte supprimé"
            ),
          },
        ]}
      />
      {text ? <p className="letter">{text}</p> : null}
    </RecordPart>
  );
}

/** The photo that a decision took off its venue. */
export function RemovedPhoto({ photoId }: { photoId: string | null }) {
  if (photoId === null) return null;
  return (
    <img
      className="removed-photo"
      src={pictureUrl(photoId, 640)}
      alt="Ce qui a été retiré de la fiche"
      width={640}
      height={480}
    />
  );
}

/** Links to the measures that whoever looks can take, each a page of its own, and why they cannot take the others. */
export function MeasuresPart({
  record,
  choice,
}: {
  record: ModerationRecord;
  choice: OfferedMeasures;
}) {
  const { id, isOpen } = record;
  const { offered, withheld } = choice;
  const may = useMay();
  if (!isOpen || !may("reports.decide")) return null;
  return (
    <RecordPart id="decider" title="Décider" card>
      {offered.length > 0 ? (
        <p>La page suivante demande le motif et les faits, et dit ce qui est écrit à qui.</p>
      ) : null}
      {withheld.map(({ measure, why }) => (
        <p key={measure}>{`${MEASURE_WORDS[measure].verb}\u00a0: ${why}`}</p>
      ))}
      <div className="row">
        {offered.map((measure) => (
          <LinkButton
            key={measure}
            variant={measure === "classer" ? "secondary" : "quiet-danger"}
            href={`/admin/moderation/${id}/${measure}`}
          >
            {MEASURE_WORDS[measure].verb}
          </LinkButton>
        ))}
      </div>
    </RecordPart>
  );
}

/** Reports, decisions and appeals, the latest first. */
export function ModerationHistory({ lines }: { lines: readonly ModerationLine[] }) {
  return (
    <RecordPart id="moderation" title="Modération">
      {lines.length > 0 ? (
        <ol className="audit-list card panel">
          {lines.map(({ id, title, at, detail, href }) => (
            <li key={id}>
              <p>{href ? <a href={href}>{title}</a> : <b>{title}</b>}</p>
              <p className="anywhere">{detail}</p>
              <p className="muted">{at}</p>
            </li>
          ))}
        </ol>
      ) : (
        <p className="muted">Aucun signalement.</p>
      )}
    </RecordPart>
  );
}
