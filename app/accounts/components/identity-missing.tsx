import { LinkButton } from "~/ui/button";
import { FormSection } from "~/ui/form-section";

/** Where in the profile it is said, by the field that was refused (`requireIdentity`). */
const CARDS = {
  identity: { title: "Mon identité", words: "mon identité", card: "identite" },
  seat: { title: "Mes coordonnées", words: "mes coordonnées", card: "coordonnees" },
} as const;

/** Where in the profile that is written. */
export function cardHref(field: keyof typeof CARDS): string {
  const { card } = CARDS[field];
  return `/profil?modifier=${card}#${card}`;
}

/** Where to write what one's profile lacks, once something is, or would be, refused for it; nothing where that is nothing. */
export function IdentityMissing({ errors }: { errors: Readonly<Record<string, string>> }) {
  const field = (["identity", "seat"] as const).find((one) => errors[one] !== undefined);
  if (field === undefined) return null;
  const { title, words } = CARDS[field];
  return (
    <FormSection id={field} title={title}>
      <p>{errors[field]}</p>
      <p>
        <LinkButton icon="crayon" href={cardHref(field)}>
          Compléter {words}
        </LinkButton>
      </p>
    </FormSection>
  );
}
