import { PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import { useEffect, useRef, useState, type FormEvent, type RefObject } from "react";
import type { CardFormProps } from "~/ui/card-form";
import { payByCard, sendCharge, type Unpaid } from "./pay-by-card";
import type { StageEvent } from "./stage";

type Props = CardFormProps & {
  isReady: boolean;
  tell: (event: StageEvent) => void;
  /** Takes the focus of what it stands in place of. */
  form: RefObject<HTMLFormElement>;
};

/** After that the page that tells of the payment was stopped, of which a browser tells nobody. */
const STOPPED_MS = 10_000;
const STOPPED: Unpaid = { message: "La page suivante tarde à venir.", isUnknown: true };

/** Stripe's fields, the button that pays, what went wrong, and the other way to pay. */
export function PayForm(props: Props) {
  const { label, hostedAction, successHref, charge, isReady, tell, form } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [isPaying, setIsPaying] = useState(false);
  const [unpaid, setUnpaid] = useState<Unpaid | null>(null);
  const problem = useRef<HTMLDivElement>(null);
  // The second press of a double click comes before React has drawn anything.
  const isBusy = useRef(false);

  useEffect(() => problem.current?.focus(), [unpaid]);
  useEffect(() => {
    // Back from the next page, as the browser kept this one: what was paid, or is still to be, has changed.
    const onShow = (event: PageTransitionEvent) => event.persisted && location.reload();
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);

  async function pay(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy.current || !stripe || !elements) return;
    isBusy.current = true;
    setIsPaying(true);
    setUnpaid(null);
    const outcome = await payByCard({ stripe, elements, send: sendCharge }, charge);
    if ("href" in outcome) {
      location.assign(outcome.href);
      setTimeout(() => setUnpaid(STOPPED), STOPPED_MS);
      return;
    }
    isBusy.current = false;
    setIsPaying(false);
    setUnpaid(outcome);
  }

  return (
    <div className="stack stack-wide">
      <form
        className="stack stack-wide"
        aria-label="Paiement par carte"
        tabIndex={-1}
        ref={form}
        onSubmit={(e) => void pay(e)}
      >
        {/* Room for a card's fields, so that what is below moves little as they come. */}
        <div className="min-h-56">
          <PaymentElement
            options={{ layout: "tabs" }}
            onReady={() => tell("ready")}
            onLoadError={() => tell("failed")}
          />
        </div>
        {unpaid ? (
          <div className="error-summary" role="alert" tabIndex={-1} ref={problem}>
            <p>{unpaid.message}</p>
            {unpaid.isUnknown ? <a href={successHref}>Voir où en est ma réservation</a> : null}
          </div>
        ) : null}
        {isReady ? (
          <>
            <button className="btn w-full" aria-disabled={isPaying || undefined}>
              {isPaying ? <span className="spinner" aria-hidden="true" /> : null}
              {/* An element: beside a text that a browser has translated nothing can be put. */}
              <span>{isPaying ? "Paiement en cours…" : label}</span>
            </button>
            <p className="hint">
              Votre carte est saisie chez Stripe, notre prestataire de paiement&nbsp;: nous ne
              voyons pas son numéro.
            </p>
          </>
        ) : (
          <p role="status">Le formulaire de carte arrive…</p>
        )}
      </form>
      {isReady ? (
        <form
          method="post"
          action={hostedAction}
          onSubmit={(event) => {
            if (isBusy.current) event.preventDefault();
          }}
        >
          <button className="btn btn-secondary w-full" name="intent" value="pay">
            Utiliser plutôt la page de paiement de Stripe
          </button>
        </form>
      ) : null}
    </div>
  );
}
