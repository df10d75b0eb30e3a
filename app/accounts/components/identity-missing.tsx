import { LinkButton } from "~/ui/button";
import { FormSection } from "~/ui/form-section";

/** Where to write what one's profile lacks, once something was refused for it (`requireIdentity`). */
export function IdentityMissing({ message }: { message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <FormSection id="identity" title="Mon identité">
      <p>{message}</p>
      <p>
        <LinkButton icon="crayon" href="/profil?modifier=identite#identite">
          Compléter mon identité
        </LinkButton>
      </p>
    </FormSection>
  );
}
