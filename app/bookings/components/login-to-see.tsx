import { useLocation } from "@remix-run/react";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Main } from "~/ui/main";

/** Its heading, for the titles of the pages that it stands in for. */
export const LOGIN_TO_SEE = "Connectez-vous pour retrouver votre réservation";

/** For someone who comes back from paying and is not logged in (any more): says nothing of any payment. */
export function LoginToSee() {
  const { pathname, search } = useLocation();
  return (
    <Main className="frame section">
      <EmptyState
        title={LOGIN_TO_SEE}
        heading={1}
        action={
          <LinkButton href={`/connexion?vers=${encodeURIComponent(pathname + search)}`}>
            Connexion
          </LinkButton>
        }
      >
        <p>Cette page n’est visible que par la personne qui a fait la demande.</p>
      </EmptyState>
    </Main>
  );
}
