import { Elements } from "@stripe/react-stripe-js";
import type { Stripe, StripeElementsOptionsMode } from "@stripe/stripe-js";
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from "react";
import type { CardFormProps } from "~/ui/card-form";
import { FailureBoundary } from "./card-form/failure-boundary";
import { loadStripeJs } from "./card-form/load-stripe-js";
import { PayForm } from "./card-form/pay-form";
import { stageAfter, type StageEvent } from "./card-form/stage";

/** How long Stripe may take to show its fields, from the start of this code. */
const PATIENCE_MS = 5_000;

/** Stripe's Payment Element: the card is typed and paid in the page, and its number never seen by it. */
export default function CardForm(props: CardFormProps) {
  const { stripe: script, hostedId, charge, captureMethod } = props;
  const [stage, dispatch] = useReducer(stageAfter, "start");
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isLeftByFocus = useRef(false);
  const options = useMemo(
    () => elementsOptions(charge.amount, captureMethod),
    [charge.amount, captureMethod],
  );

  const tell = useCallback((event: StageEvent) => {
    // Once the form is gone, nobody knows whether the keyboard was in it.
    isLeftByFocus.current = form.current?.contains(document.activeElement) ?? false;
    dispatch(event);
  }, []);

  // Before anything is painted: what is below would move down for a moment, and up again.
  useLayoutEffect(() => tell("started"), [tell]);
  useLayoutEffect(() => {
    const hosted = document.getElementById(hostedId);
    if (!hosted) return;
    const isLeft = hosted.contains(document.activeElement);
    // Where a browser does not show the form, this is the one way to pay.
    const isShown = (form.current?.getClientRects().length ?? 0) > 0;
    hosted.hidden = isShown && (stage === "loading" || stage === "ready");
    // The keyboard brings this into view by the very button that goes; from there its next stop would be below the form.
    if (isLeft) form.current?.focus();
    else if (stage === "failed" && isLeftByFocus.current) hosted.querySelector("button")?.focus();
  }, [hostedId, stage]);

  useEffect(() => {
    const patience = setTimeout(() => tell("late"), PATIENCE_MS);
    loadStripeJs(script).then(setStripe, () => tell("failed"));
    return () => clearTimeout(patience);
  }, [script, tell]);

  if (stage === "start") return null;
  if (stage === "failed") {
    return (
      <p role="status">
        Le formulaire de carte ne s’affiche pas. Payez sur la page de paiement de Stripe, notre
        prestataire.
      </p>
    );
  }
  return (
    <FailureBoundary onFailure={() => tell("failed")}>
      <Elements stripe={stripe} options={options}>
        <PayForm {...props} isReady={stage === "ready"} tell={tell} form={form} />
      </Elements>
    </FailureBoundary>
  );
}

/** The payment that the server will open, which Stripe compares with this. */
function elementsOptions(
  amount: number,
  captureMethod: CardFormProps["captureMethod"],
): StripeElementsOptionsMode {
  const { color, fontFamily } = getComputedStyle(document.body);
  return {
    mode: "payment",
    amount,
    currency: "eur",
    captureMethod,
    allowedPaymentMethodTypes: ["card"],
    appearance: { variables: { colorText: color, fontFamily } },
  };
}
