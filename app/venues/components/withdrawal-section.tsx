import { DangerZone } from "~/ui/form-section";
import { ConfirmLink } from "~/ui/confirm-panel";

/** Leads to the page that asks before a venue is deleted. */
export function WithdrawalSection({ venueId }: { venueId: string }) {
  return (
    <DangerZone id="supprimer" title="Supprimer ce lieu">
      <p>Le lieu ne sera plus proposé dans la recherche.</p>
      <p>
        <ConfirmLink
          variant="quiet-danger"
          icon="corbeille"
          href={`/profil/location/${venueId}/supprimer`}
        >
          Supprimer ce lieu
        </ConfirmLink>
      </p>
    </DangerZone>
  );
}
