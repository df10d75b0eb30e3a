import { useLoaderData } from "@remix-run/react";
import { OwnDeclarationsView } from "~/declarations/components/own-declarations-view";
import { cadastreInput } from "~/declarations/forms";
import { ownDeclarations } from "~/declarations/own-declarations.server";
import {
  saveCadastralReference,
  saveTaxFacts,
  taxFactsForm,
} from "~/declarations/save-tax-facts.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

const PATH = "/mes-parametres/revenus";

export const meta = pageMeta("Déclaration des revenus", { isPrivate: true });

export const loader = pageLoader(
  // What the tax authority is told is finance's to read in the office, not everybody's who may look as others do.
  { access: "member", underView: false },
  async ({ viewer, now }) => await ownDeclarations(viewer.id, now),
);

export const action = formAction({
  facts: pageForm({
    access: "member",
    mine: true,
    input: taxFactsForm,
    async run({ viewer, input, now }) {
      await saveTaxFacts(viewer.id, input, now);
      return { to: PATH, toast: "Vos informations sont confirmées." };
    },
  }),
  cadastre: pageForm({
    access: "member",
    input: cadastreInput,
    async run({ viewer, input }) {
      await saveCadastralReference(viewer.id, input);
      return { to: PATH, toast: "La référence cadastrale est enregistrée." };
    },
  }),
});

export default function Revenue() {
  return (
    <>
      <ErrorSummary issues={summaryOf(useFormState(null).errors)} />
      <OwnDeclarationsView page={useLoaderData<typeof loader>()} />
    </>
  );
}
