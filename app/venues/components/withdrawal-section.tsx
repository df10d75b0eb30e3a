import { LinkButton } from "~/ui/button";
import { DangerZone } from "~/ui/form-section";

/** Leads to the page that asks before a venue is deleted. */
export function WithdrawalSection({ venueId }: { venueId: string }) {
  return (
    <DangerZone id="supprimer" title="Supprimer ce lieu">
      <p>Le lieu ne sera plus proposé dans la recherche.</p>
      <p>
        <LinkButton
          variant="quiet-danger"
          icon="corbeille"
          href={`/profil/location/${venueId}/supprimer`}
        >
          Supprimer ce lieu
        </LinkButton>
      </p>
    </DangerZone>
  );
}
