import { Breadcrumb, RecordFacts, RecordPart } from "~/admin/records/components/record";
import { useMay } from "~/admin/use-may";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import type { ReviewRecord } from "../review-record.server";
import { ReviewBadge } from "./review-table";

/** Whose review of what, and whether everybody sees it. */
export function ReviewHead({ review }: { review: ReviewRecord }) {
  return (
    <div className="stack">
      <Breadcrumb href="/admin/avis" list="Avis" name={review.author.name} />
      <div className="office-head">
        <h1>{`Avis sur ${review.venue.name}`}</h1>
        <ReviewBadge state={review.state} />
      </div>
    </div>
  );
}

/** What was written, by whom, and the two answers that it may have. */
export function ReviewPart({ review }: { review: ReviewRecord }) {
  const may = useMay();
  const { id, author, venue, reservation, state, answers, hindrance } = review;
  return (
    <RecordPart id="avis" title="Avis" card>
      <RecordFacts
        facts={[
          { label: "Note", value: `${review.rating} sur 5` },
          { label: "Auteur", value: <a href={`/admin/user/${author.id}`}>{author.name}</a> },
          { label: "Lieu", value: <a href={`/admin/location/${venue.id}`}>{venue.name}</a> },
          {
            label: "Réservation",
            value: reservation ? (
              <a href={`/admin/reservation/${reservation.id}`}>{reservation.reference}</a>
            ) : null,
          },
          { label: "Réservation du", value: review.stayOn },
          { label: "Écrit le", value: review.createdAt },
          { label: "Publié le", value: review.publishedAt },
          { label: "Motif du refus", value: review.refusal },
        ]}
      />
      <p className="letter">{review.text}</p>
      {hindrance ? <p>{hindrance}</p> : null}
      {may("reviews.decide") && answers.length > 0 ? (
        <Form>
          <input type="hidden" name="seen" value={state} />
          <div className="row">
            {answers.includes("published") ? <Button icon="coche">Publier</Button> : null}
            {answers.includes("refused") ? (
              <LinkButton variant="quiet-danger" icon="refus" href={`/admin/avis/${id}/refuser`}>
                {state === "published" ? "Retirer" : "Refuser"}
              </LinkButton>
            ) : null}
          </div>
        </Form>
      ) : null}
    </RecordPart>
  );
}
