import { useLoaderData } from "@remix-run/react";
import { CadastreSection, TaxFactsSection } from "~/declarations/components/tax-facts-sections";
import { MISSING_LABELS } from "~/declarations/declaration";
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
import { FormSection } from "~/ui/form-section";
import { summaryOf } from "~/ui/summary-of";

const PATH = "/mes-parametres/revenus";

export const meta = pageMeta("Déclaration des revenus", { isPrivate: true });

export const loader = pageLoader(
  // What the tax authority is told is finance's to read in the office, not everybody's who may look as others do.
  { access: "member", underView: false },
  async ({ viewer }) => await ownDeclarations(viewer.id),
);

export const action = formAction({
  facts: pageForm({
    access: "member",
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
  const page = useLoaderData<typeof loader>();
  const { isPublic, missing, years, venues } = page;
  return (
    <>
      <ErrorSummary issues={summaryOf(useFormState(null).errors)} />
      <div className="stack gap-2">
        <h1>Déclaration des revenus</h1>
        <p className="muted">
          La loi nous oblige à déclarer chaque année à l’administration fiscale ce que vos lieux
          vous ont rapporté (Code général des impôts, article 1649 ter A). Vous voyez ici tout ce
          qui est déclaré.
        </p>
      </div>
      {isPublic ? (
        <p>Votre organisme est public&nbsp;: rien n’est déclaré, et rien ne vous est demandé.</p>
      ) : (
        <>
          {missing.length > 0 ? (
            <p>
              <b>{`Il manque\u00a0: ${missing.map((fact) => MISSING_LABELS[fact]).join(", ")}.`}</b>
            </p>
          ) : null}
          <TaxFactsSection page={page} />
          <CadastreSection venues={venues} />
          <p className="muted">
            Ce que vous confirmez ici est gardé dix ans, comme la loi le demande, même si vous
            fermez votre compte.
          </p>
        </>
      )}
      <FormSection id="releves" title="Vos relevés">
        {years.length === 0 ? (
          <p>Vos relevés paraîtront ici après votre premier versement.</p>
        ) : (
          <ul className="stack gap-2">
            {years.map((year) => (
              <li key={year}>
                <a className="line-link" href={`${PATH}/${year}`}>{`Relevé de ${year}`}</a>
              </li>
            ))}
          </ul>
        )}
      </FormSection>
    </>
  );
}
