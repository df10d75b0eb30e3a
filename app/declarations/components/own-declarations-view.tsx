import { FormSection } from "~/ui/form-section";
import { MISSING_LABELS } from "../declaration";
import type { OwnDeclarations } from "../own-declarations.server";
import { CadastreSection, TaxFactsSection } from "./tax-facts-sections";

/** What is declared of an owner: what they are asked for, and the statement of each year. */
export function OwnDeclarationsView({ page }: { page: OwnDeclarations }) {
  const { isPublic, years } = page;
  return (
    <>
      <div className="stack gap-2">
        <h1>Déclaration des revenus</h1>
        <p className="muted">
          La loi nous oblige à déclarer chaque année à l’administration fiscale ce que vos lieux
          vous ont rapporté (Code général des impôts, article 1649 ter A). Vous voyez ici tout ce
          qui est déclaré et, sur le relevé d’une année, ce qui en a été repris après sa
          déclaration.
        </p>
      </div>
      {isPublic ? (
        <p>Votre organisme est public&nbsp;: rien n’est déclaré, et rien ne vous est demandé.</p>
      ) : (
        <Asked page={page} />
      )}
      <FormSection id="releves" title="Vos relevés">
        {years.length === 0 ? (
          <p>Vos relevés paraîtront ici après votre premier versement.</p>
        ) : (
          <ul className="stack gap-2">
            {years.map((year) => (
              <li key={year}>
                <a
                  className="line-link"
                  href={`/mes-parametres/revenus/${year}`}
                >{`Relevé de ${year}`}</a>
              </li>
            ))}
          </ul>
        )}
      </FormSection>
    </>
  );
}

/** What is missing, and the forms that take it; of a public body its number alone, which is the profile's. */
function Asked({ page }: { page: OwnDeclarations }) {
  const { missing, owner, venues } = page;
  return (
    <>
      {missing.length > 0 ? (
        <p>
          <b>{`Il manque\u00a0: ${missing.map((fact) => MISSING_LABELS[fact]).join(", ")}.`}</b>
          {missing.includes("registration") ? (
            <>
              {" Ce numéro se donne dans "}
              <a className="line-link" href="/profil?modifier=identite#identite">
                votre profil
              </a>
              .
            </>
          ) : null}
        </p>
      ) : null}
      {owner.isAuthority ? (
        <p>
          Un organisme public n’est pas déclaré. Sans votre SIRET ou votre SIREN, rien ne nous dit
          que vous en êtes un&nbsp;: vos revenus sont déclarés.
        </p>
      ) : (
        <>
          <TaxFactsSection page={page} />
          <CadastreSection venues={venues} />
          <p className="muted">
            Si vous avez été payé(e), ce que vous confirmez ici est gardé dix ans, comme la loi le
            demande, même si vous fermez votre compte. Sinon, la fermeture l’efface.
          </p>
        </>
      )}
    </>
  );
}
