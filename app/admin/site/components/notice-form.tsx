import { AUDIENCES, NOTICE_KINDS } from "~/platform/site-state";
import type { FormState } from "~/platform/web/form-state";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { SelectField, TextareaField, TextField } from "~/ui/inputs";
import { NOTICE_LENGTH } from "../forms";
import type { NoticeFields } from "../site-pages.server";
import { AUDIENCE_LABELS, KIND_LABELS } from "../words";

const TIME_HINT = "À l’heure de Paris.";

interface NoticeFormProps {
  state: FormState;
  /** What stands in it at first. */
  fields?: NoticeFields;
  /** How it was read, of one that is changed. */
  seen?: string;
  submitLabel: string;
}

/** What a banner says, to whom and how long. */
export function NoticeForm({ state, fields, seen, submitLabel }: NoticeFormProps) {
  const field = (name: keyof NoticeFields) => state.field(name, fields?.[name]);
  return (
    <Form className="card panel">
      {seen === undefined ? null : <input type="hidden" name="seen" value={seen} />}
      <TextareaField {...field("text")} label="Texte" counted={NOTICE_LENGTH} rows={3} />
      <TextField
        {...field("link")}
        label="Page où il mène"
        hint="Une page du site, par exemple /contact."
      />
      <SelectField
        {...field("kind")}
        label="Genre"
        options={NOTICE_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
      />
      <SelectField
        {...field("audience")}
        label="À qui"
        options={AUDIENCES.map((value) => ({ value, label: AUDIENCE_LABELS[value] }))}
      />
      <TextField {...field("from")} label="Début" hint={TIME_HINT} type="datetime-local" />
      <TextField {...field("until")} label="Fin" hint={TIME_HINT} type="datetime-local" />
      <div className="row">
        <Button name="intent" value="save">
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}
