import type { PageFailure } from "~/platform/web/page-failure";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { errorPageName, errorSign } from "~/ui/error-page";

/** What is shown instead of a page of the back-office: its menu stays, and is the way out. */
export function OfficeError({ status, message, incident, retryHref }: PageFailure) {
  const { text, mayPass } = errorSign(status);
  const usual = status === 404 ? "Ce qu’elle montrait n’est plus là, ou n’y a jamais été." : text;
  return (
    <EmptyState
      title={errorPageName(status)}
      heading={1}
      action={
        mayPass ? (
          <LinkButton href={retryHref}>Réessayer</LinkButton>
        ) : (
          <LinkButton href="/admin">Tableau de bord</LinkButton>
        )
      }
    >
      <p>{message ?? usual}</p>
      {incident ? <p className="hint">{`Numéro d’incident\u00a0: ${incident}`}</p> : null}
    </EmptyState>
  );
}
