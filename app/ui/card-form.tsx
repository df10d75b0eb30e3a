import type { ReactNode } from "react";
import { Island } from "./island";

/** Where Stripe's script is, and the key that it is started with. */
export interface StripeScript {
  scriptUrl: string;
  publishableKey: string;
}

export interface CardFormOptions {
  /** Of the button that pays. */
  label: string;
  /** Where the form of the hosted page posts to (`intent=pay`). */
  hostedAction: string;
  /** Where one goes after paying, and where one sees what became of a payment. */
  successHref: string;
  /** What POST /api/stripe/charge is told, beside the card; the amount in cents. */
  charge: { id: string; reservationId: string; amount: number };
  /** As the server opens the payment: Stripe compares. */
  captureMethod: "manual" | "automatic_async";
}

/** What the island is given. */
export type CardFormProps = CardFormOptions & { stripe: StripeScript; hostedId: string };

const HOSTED_ID = "page-de-paiement";

interface Props {
  /** Null: there is no card form, the children alone. */
  stripe: StripeScript | null;
  options: CardFormOptions;
  /** The form that leads to the hosted page. */
  children: ReactNode;
}

/**
 * A card form in the page, before the way to the hosted page. That one is in the HTML in every case, steps
 * back while the card form comes and once it is there, and comes forward again when it does not.
 */
export function CardForm({ stripe, options, children }: Props) {
  if (!stripe) return children;
  const props: CardFormProps = { ...options, stripe, hostedId: HOSTED_ID };
  return (
    // Nothing of it is there before its code is: what would say so could stay for ever.
    <Island name="card-form" props={{ ...props }} className="stack stack-wide" control={<></>}>
      <div id={HOSTED_ID}>{children}</div>
    </Island>
  );
}
