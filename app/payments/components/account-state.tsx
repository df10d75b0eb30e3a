import type { StripeStatus } from "@models/enumerations";
import { Banner } from "~/ui/toast";

type Words = Record<StripeStatus | "none", { type: "blank" | "success" | "error"; text: string }>;

const WORDS: Words = {
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

/** Of one that Stripe looks at. */
const LOOKED_AT: Partial<Words> = {
  pending: {
    type: "blank",
    text: "Votre compte de paiement est créé et notre prestataire le vérifie\u00a0: vous n’avez rien à envoyer. Vos lieux ne sont dans aucune recherche et ne peuvent pas encore être réservés.",
  },
  restricted: {
    type: "error",
    text: "Notre prestataire de paiement vérifie votre compte de paiement et l’a limité d’ici là\u00a0: vous n’avez rien à envoyer. Vos lieux ne peuvent pas être réservés tant qu’il l’est.",
  },
};

interface AccountStateProps {
  status: StripeStatus | undefined;
  /** The provider looks at it, and its owner has nothing to send; absent: not known. */
  isLookedAt?: boolean;
}

/** How far an owner's payment account is, in words. */
export function AccountState({ status, isLookedAt = false }: AccountStateProps) {
  const state = status ?? "none";
  const { type, text } = (isLookedAt ? LOOKED_AT[state] : undefined) ?? WORDS[state];
  return <Banner type={type}>{text}</Banner>;
}
