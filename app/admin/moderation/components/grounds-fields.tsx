import type { Measure } from "@models/enumerations";
import type { FormState } from "~/platform/web/form-state";
import { SelectField, TextareaField } from "~/ui/inputs";
import { reasonsFor } from "~/admin/measures/measures";

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
        hint={`Ce qui a été vu, quand, comment. ${measure === "classer" ? "Ils restent au dossier" : "Ils sont écrits dans la lettre"}.`}
        rows={4}
      />
    </>
  );
}
