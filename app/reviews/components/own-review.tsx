import type { ReviewState } from "@models/enumerations";
import type { FormState } from "~/platform/web/form-state";
import { reasonLine } from "~/rules/reason";
import { Badge, type BadgeTone } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { RadioGroup } from "~/ui/choices";
import { Form } from "~/ui/form";
import { TextareaField } from "~/ui/inputs";
import { Stars } from "~/ui/review-card";
import { RATINGS, REVIEW_LENGTH } from "../forms";
import type { OwnReview } from "../review-page.server";

const STATES: Record<ReviewState, { label: string; tone: BadgeTone; text: string }> = {
  pending: {
    label: "En attente de relecture",
    tone: "waiting",
    text: "Nous relisons chaque avis avant de le publier. Vous recevrez notre réponse par e-mail.",
  },
  published: {
    label: "Publié",
    tone: "success",
    text: "Votre avis est montré tant que ce lieu a une page.",
  },
  refused: { label: "Refusé", tone: "danger", text: "Votre avis n’est pas publié." },
};

/** What its author wrote, and what became of it. */
export function OwnReviewCard({ review }: { review: OwnReview }) {
  const { label, tone, text } = STATES[review.state];
  return (
    <div className="card panel">
      <p>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p>{text}</p>
      {review.refusal ? <p className="whitespace-pre-line">{reasonLine(review.refusal)}</p> : null}
      {review.decisionId ? (
        <p>
          <a href={`/recours/${review.decisionId}`}>Motif et recours</a>
        </p>
      ) : null}
      <Stars rating={review.rating} />
      <blockquote className="whitespace-pre-line">{review.text}</blockquote>
      <p className="muted">{`Écrit le ${review.writtenOn}.`}</p>
      <p>
        <LinkButton variant="secondary" href="/mes-demandes">
          Retour à mes demandes
        </LinkButton>
      </p>
    </div>
  );
}

/** Asks for a rating and a few sentences. */
export function ReviewForm({ state: { field } }: { state: FormState }) {
  const { defaultValue, ...rating } = field("rating");
  return (
    <Form className="card panel">
      <RadioGroup {...rating} label="Votre note" value={defaultValue} options={RATINGS} />
      <TextareaField
        {...field("text")}
        label="Votre avis"
        hint={`De ${REVIEW_LENGTH.least} à ${REVIEW_LENGTH.most} caractères. N’y mettez ni adresse, ni téléphone, ni nom de famille.`}
        rows={6}
        counted={REVIEW_LENGTH.most}
      />
      <div className="row">
        <Button icon="envoyer">Envoyer mon avis</Button>
        <LinkButton variant="secondary" href="/mes-demandes">
          Retour
        </LinkButton>
      </div>
    </Form>
  );
}
