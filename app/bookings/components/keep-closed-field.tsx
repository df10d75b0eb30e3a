import { CheckboxField } from "~/ui/choices";

/** Where owners give up a stay at their venue, often because it cannot be used then: nobody else is to have the days. */
export function KeepClosedField({ isTicked }: { isTicked: boolean }) {
  return (
    <CheckboxField
      name="keepClosed"
      label="Garder ces jours fermés"
      hint="Personne d’autre ne peut alors les réserver. Vous les rouvrez sur la page de votre lieu."
      defaultChecked={isTicked}
      optional
    />
  );
}
