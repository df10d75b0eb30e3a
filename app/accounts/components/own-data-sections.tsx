import { LinkButton } from "~/ui/button";
import { DangerZone, FormSection } from "~/ui/form-section";

/** What was decided of an account, and what it may do with all that is known of it: take it along, and have it erased. */
export function OwnDataSections({ canLeave }: { canLeave: boolean }) {
  return (
    <>
      <FormSection id="decisions" title="Décisions de modération">
        <p>
          Ce que notre équipe a décidé de vos lieux, de vos avis ou de votre compte, avec le motif
          et la voie de recours.
        </p>
        <p>
          <LinkButton variant="secondary" href="/mes-parametres/decisions">
            Voir les décisions
          </LinkButton>
        </p>
      </FormSection>
      <FormSection id="donnees" title="Mes données">
        <p>
          Emportez tout ce que nous savons de vous&nbsp;: compte, lieux, réservations, paiements,
          avis, messages et sessions, dans un fichier JSON.
        </p>
        <p>
          {/* Not `download`, with which a browser would not show why it is refused. */}
          <LinkButton variant="secondary" icon="document" href="/mes-parametres/mes-donnees">
            Télécharger mes données
          </LinkButton>
        </p>
      </FormSection>
      {canLeave ? (
        <DangerZone id="desactiver" title="Désactiver mon compte">
          <p>Vos données personnelles sont effacées et vos lieux retirés. C’est définitif.</p>
          <p>
            <LinkButton variant="quiet-danger" icon="corbeille" href="/mes-parametres/desactiver">
              Désactiver mon compte
            </LinkButton>
          </p>
        </DangerZone>
      ) : null}
    </>
  );
}
