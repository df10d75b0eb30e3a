import type { PageFailure } from "~/platform/web/page-failure";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { errorPageName, errorSign } from "~/ui/error-page";

/** The record that the page of an act stands under. */
const recordOf = (path: string) => /^\/admin\/[a-z-]+\/[0-9a-f]{24}(?=\/)/.exec(path)?.[0];

/**
 * What is shown instead of a page of the back-office: its menu stays, and the way out leads to the record that one comes
 * from, if there is one.
 */
export function OfficeError({ status, message, incident, retryHref }: PageFailure) {
  const { text, mayPass } = errorSign(status);
  // Where nothing is found, the record is as likely not to be.
  const record = status === 404 ? undefined : recordOf(retryHref);
  const usual = status === 404 ? "Ce qu’elle montrait n’est plus là, ou n’y a jamais été." : text;
  return (
    <EmptyState
      title={errorPageName(status)}
      heading={1}
      action={
        mayPass ? (
          <LinkButton href={retryHref}>Réessayer</LinkButton>
        ) : (
          <LinkButton href={record ?? "/admin"}>
            {record ? "Retour à la fiche" : "Tableau de bord"}
          </LinkButton>
        )
      }
    >
      <p>{message ?? usual}</p>
      {incident ? <p className="hint">{`Numéro d’incident\u00a0: ${incident}`}</p> : null}
    </EmptyState>
  );
}
