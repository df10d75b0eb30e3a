import type { StripeStatus } from "@models/enumerations";
import { Banner } from "~/ui/toast";

const WORDS: Record<StripeStatus | "none", { type: "blank" | "success" | "error"; text: string }> =
  {
    none: {
      type: "blank",
      text: "Vous n’avez pas encore de compte de paiement. Il est nécessaire pour publier un lieu et recevoir vos virements.",
    },
    pending: {
      type: "blank",
      text: "Votre compte de paiement est créé, mais il manque des informations ou notre prestataire les vérifie encore\u00a0: vos lieux ne sont dans aucune recherche et ne peuvent pas encore être réservés.",
    },
    active: {
      type: "success",
      text: "Votre compte de paiement est actif\u00a0: vos lieux peuvent être réservés.",
    },
    restricted: {
      type: "error",
      text: "Notre prestataire de paiement a limité votre compte de paiement\u00a0: consultez-le pour savoir ce qu’il en est. Vos lieux ne peuvent pas être réservés tant qu’il l’est.",
    },
  };

/** How far an owner's payment account is, in words. */
export function AccountState({ status }: { status: StripeStatus | undefined }) {
  const { type, text } = WORDS[status ?? "none"];
  return <Banner type={type}>{text}</Banner>;
}
