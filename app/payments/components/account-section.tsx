import type { StripeStatus } from "@models/enumerations";
import { LinkButton } from "~/ui/button";
import { FormSection } from "~/ui/form-section";
import { AccountState } from "./account-state";

/** The first section of publishing: while there is no account, why and where to make one. */
export function AccountSection({ status }: { status: StripeStatus | undefined }) {
  if (status === "active") return null;
  if (status) return <AccountState status={status} />;
  return (
    <FormSection id="section-compte" title="Compte de paiement">
      <AccountState status={undefined} />
      <p>
        Commencez par le créer&nbsp;: la suite du formulaire s’ouvre ensuite. Cela prend quelques
        minutes.
      </p>
      <p>
        <LinkButton icon="euro" href="/create-stripe-account">
          Créer mon compte de paiement
        </LinkButton>
      </p>
    </FormSection>
  );
}
