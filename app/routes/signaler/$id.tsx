import { useLoaderData } from "@remix-run/react";
import { REPORT_REASONS } from "@models/enumerations";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { REPORT_MAX, reportInput } from "~/reports/forms";
import { reportPage, sendReport } from "~/reports/send-report.server";
import { BackLink } from "~/ui/back-link";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { HiddenField, SelectField, TextareaField, TextField } from "~/ui/inputs";
import { Main } from "~/ui/main";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Signaler un lieu ou un avis", { isPrivate: true });

export const headers = privateHeaders;

export const loader = pageLoader({ access: "public", params: idParam }, ({ params, viewer }) =>
  reportPage(params.id, viewer?.id ?? null),
);

export const action = formAction(
  pageForm({
    access: "public",
    params: idParam,
    limit: "report",
    input: reportInput,
    async run({ params, viewer, input, now }) {
      const about = { viewerId: viewer?.id ?? null, now };
      // A program is told the same, so that it does not try otherwise.
      if (input.website === undefined) await sendReport(params.id, input, about);
      return {
        to: `/reservation/${params.id}`,
        toast: "Merci\u00a0: votre signalement est transmis à notre équipe.",
      };
    },
  }),
);

const reasons = Object.entries(REPORT_REASONS).map(([value, label]) => ({ value, label }));

export default function Report() {
  const { id, title, subjects } = useLoaderData<typeof loader>();
  const { errors, field } = useFormState(reportInput);
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <BackLink href={`/reservation/${id}`} label={title} />
        <div className="stack gap-2">
          <h1>Signaler un lieu ou un avis</h1>
          <p className="muted">
            Une personne de notre équipe vous lit. Votre nom n’est donné à personne.
          </p>
        </div>
        <ErrorSummary issues={summaryOf(errors)} />
        <Form className="card panel">
          <SelectField
            {...field("subject")}
            label="Ce que vous signalez"
            options={subjects}
            optional={false}
          />
          <SelectField
            {...field("reason")}
            label="Motif"
            placeholder="Choisissez…"
            options={reasons}
          />
          <TextareaField
            {...field("text")}
            label="Ce qui ne va pas"
            hint={`Ce que vous avez vu, et quand. ${REPORT_MAX} caractères au plus.`}
            rows={6}
          />
          <TextField
            {...field("email")}
            label="Adresse e-mail"
            hint="Pour savoir ce que nous décidons."
            type="email"
            autoComplete="email"
            optional
          />
          <HiddenField name="website" />
          <Button wide>Envoyer le signalement</Button>
        </Form>
      </div>
    </Main>
  );
}
