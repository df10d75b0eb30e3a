import { LinkButton } from "~/ui/button";
import { DangerZone, FormSection } from "~/ui/form-section";

/** What an account may do with all that is known of it: take it along, and have it erased. */
export function OwnDataSections({ canLeave }: { canLeave: boolean }) {
  return (
    <>
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
