import { RecordPart } from "~/admin/records/components/record";

/** What is to be decided of what Stripe keeps on the account of who is banned. */
export function HeldPart() {
  return (
    <RecordPart id="argent" title="Décider de cet argent" card>
      <p>
        Annuler les réservations, depuis la fiche du propriétaire, reprend sa part de ce qui est
        remboursé. Ce qui lui revient se verse à la main, sur la page de son compte chez Stripe.
        Rien n’est à faire s’il ne reste rien sur ce compte. Une fois décidé, classez le
        dossier&nbsp;: il ne revient pas tant que ce bannissement dure.
      </p>
    </RecordPart>
  );
}
