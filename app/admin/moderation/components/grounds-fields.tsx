import type { Measure } from "@models/enumerations";
import type { FormState } from "~/platform/web/form-state";
import { SelectField, TextareaField } from "~/ui/inputs";
import { reasonsFor } from "~/admin/measures/measures";

const KEPT = "Ce qui a été vu, quand, comment. Ils restent au dossier.";
const TOLD =
  "Ce qui a été vu, quand, comment, et, de ce qui est illicite, quelle loi l’interdit. Ils sont écrits dans la lettre.";

/** Why a measure is taken: a reason of the list, and the facts, which its letters have. */
export function GroundsFields({ state, measure }: { state: FormState; measure: Measure }) {
  return (
    <>
      <SelectField
        {...state.field("reason")}
        label="Motif"
        placeholder="Choisissez…"
        options={reasonsFor(measure)}
      />
      <TextareaField
        {...state.field("facts")}
        label="Faits constatés"
        hint={measure === "classer" ? KEPT : TOLD}
        rows={4}
      />
    </>
  );
}
