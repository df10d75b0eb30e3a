import {
  Breadcrumb,
  RecordFacts,
  RecordPart,
  type RecordFact,
} from "~/admin/records/components/record";
import { useMay } from "~/admin/use-may";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { pictureUrl } from "~/ui/picture";
import type { RemovedPicture } from "~/reports/appeal.server";
import { MEASURE_WORDS } from "~/admin/measures/measures";
import type { ModerationLine } from "~/admin/measures/moderation-history.server";
import type { ModerationRecord } from "../moderation-record.server";
import type { OfferedMeasures } from "../offered-measures.server";
import type { Reported } from "../reported.server";
import type { ReportedPlace } from "../reported-place.server";

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

interface FollowUpPartProps {
  /** Its case in the queue; null: nobody has to decide of it any more. */
  followed: {
    deadline: string;
    charge: { name: string; since: string; isMine: boolean } | null;
  } | null;
}

/** Until when it is to be decided of, and who sees to it. */
export function FollowUpPart({ followed }: FollowUpPartProps) {
  if (!followed) return null;
  const { deadline, charge } = followed;
  const who = charge?.isMine ? "Vous" : charge?.name;
  return (
    <RecordPart id="suivi" title="Suivi" card>
      <RecordFacts
        facts={[
          { label: "Échéance", value: deadline },
          {
            label: "Pris en charge par",
            value: charge ? `${who}, depuis le ${charge.since}` : "Personne",
          },
        ]}
      />
    </RecordPart>
  );
}

interface ReportedPartProps {
  reported: Reported;
  /** What a decision on a venue would weigh upon. */
  place?: ReportedPlace | null;
}

/** What is reported or decided of, and whose it is. */
export function ReportedPart({ reported, place }: ReportedPartProps) {
  const { title, href, text, person } = reported;
  return (
    <RecordPart
      id="objet"
      title="De quoi il s’agit"
      action={place ? <Badge tone={place.state.tone}>{place.state.label}</Badge> : null}
      card
    >
      {place?.cover ? <RecordPhoto id={place.cover.id} alt={place.cover.alt} /> : null}
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
          ...(place ? placeFacts(place) : []),
        ]}
      />
      {text ? <p className="letter">{text}</p> : null}
    </RecordPart>
  );
}

function placeFacts({ city, price, capacity, publishedOn, coming }: ReportedPlace): RecordFact[] {
  return [
    { label: "Ville", value: city },
    { label: "Prix", value: price },
    { label: "Capacité", value: capacity },
    { label: "Publié le", value: publishedOn },
    { label: "Réservations à venir", value: coming },
  ];
}

/** The photo that a decision took off its venue, by the owner's own words, which count as much as what it shows. */
export function RemovedPhoto({ photo }: { photo: RemovedPicture | null }) {
  if (!photo) return null;
  return (
    <>
      <RecordPhoto id={photo.id} alt={photo.name} />
      <p className="muted anywhere">{photo.name}</p>
    </>
  );
}

function RecordPhoto({ id, alt }: { id: string; alt: string }) {
  return (
    <img className="record-photo" src={pictureUrl(id, 640)} alt={alt} width={640} height={480} />
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
