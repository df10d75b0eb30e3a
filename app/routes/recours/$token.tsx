import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { appealPage, sendAppeal } from "~/reports/appeal.server";
import { APPEAL_MAX, appealInput } from "~/reports/forms";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { TextareaField } from "~/ui/inputs";
import { Main } from "~/ui/main";
import { pictureUrl } from "~/ui/picture";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Contester une décision", { isPrivate: true });

export const headers = privateHeaders;

const params = z.object({ token: z.string().max(100) });

/** Opened from the mail that told of the decision, or by whom it concerns, logged in. */
export const loader = pageLoader(
  { access: "public", params },
  ({ params: { token }, viewer, now }) => appealPage(token, viewer?.id ?? null, now),
);

export const action = formAction(
  pageForm({
    access: "public",
    params,
    limit: "appeal",
    input: appealInput,
    async run({ params: { token }, viewer, input, now }) {
      await sendAppeal({ token, viewerId: viewer?.id ?? null, text: input.text }, now);
      return { to: `/recours/${token}`, toast: "Votre recours est transmis." };
    },
  }),
);

export default function AppealPage() {
  const { what, photoId, why, decidedOn, until, appeal, isLate } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState(appealInput);
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <h1>Contester une décision</h1>
        <ErrorSummary issues={summaryOf(errors)} />
        <div className="card panel">
          <p>
            <b>{what}</b>
          </p>
          {photoId ? (
            <img
              className="aspect-photo w-full rounded-champ bg-pierre-100 object-contain"
              src={pictureUrl(photoId, 640)}
              alt="Ce qui a été retiré de la fiche"
              width={640}
              height={480}
            />
          ) : null}
          <p>{`Décidé le ${decidedOn}. Motif\u00a0: ${why}`}</p>
          {appeal ? (
            <>
              <p>{`Vous avez écrit le ${appeal.at}\u00a0:`}</p>
              <p className="whitespace-pre-line">{appeal.text}</p>
              <p>
                {appeal.answer
                  ? `Notre réponse\u00a0: ${appeal.answer}`
                  : "Une autre personne de l’équipe le relit, et vous écrit sa réponse."}
              </p>
            </>
          ) : isLate ? (
            <p>{`Cette décision pouvait être contestée jusqu’au ${until}.`}</p>
          ) : (
            <Form>
              <TextareaField
                {...field("text")}
                label="Pourquoi cette décision est à revoir"
                hint={`Une autre personne vous lit, une fois. ${APPEAL_MAX} caractères au plus, jusqu’au ${until}.`}
                rows={8}
              />
              <Button wide>Envoyer le recours</Button>
            </Form>
          )}
        </div>
      </div>
    </Main>
  );
}
