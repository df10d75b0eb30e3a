import { REPORT_REASONS } from "@models/enumerations";
import type { FormState } from "~/platform/web/form-state";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { HiddenField, SelectField, TextareaField, TextField } from "~/ui/inputs";
import { PolicyLine } from "~/ui/policy-line";
import { REPORT_MAX } from "../forms";
import type { ReportPage } from "../send-report.server";

const reasons = Object.entries(REPORT_REASONS).map(([value, label]) => ({ value, label }));

interface ReportFormProps extends Pick<ReportPage, "subjects" | "chosen"> {
  state: FormState;
}

/** What is wrong with a venue's page, or with one of its reviews. */
export function ReportForm({ subjects, chosen, state: { field } }: ReportFormProps) {
  return (
    <Form className="card panel">
      <SelectField
        {...field("subject", chosen)}
        label="Ce que vous signalez"
        options={subjects}
        optional={false}
      />
      <SelectField {...field("reason")} label="Motif" placeholder="Choisissez…" options={reasons} />
      <TextareaField
        {...field("text")}
        label="Ce qui ne va pas"
        hint={`Ce que vous avez vu, et quand. ${REPORT_MAX} caractères au plus.`}
        rows={6}
        counted={REPORT_MAX}
      />
      <TextField
        {...field("email")}
        label="Adresse e-mail"
        hint="Pour savoir ce que nous décidons."
        type="email"
        autoComplete="email"
        optional
      />
      <HiddenField />
      <PolicyLine />
      <Button wide>Envoyer le signalement</Button>
    </Form>
  );
}
