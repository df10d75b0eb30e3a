import { loadStripe } from "@stripe/stripe-js/pure";
import type { Stripe } from "@stripe/stripe-js";
import type { StripeScript } from "~/ui/card-form";

/**
 * Stripe's script, in French. Its address is the server's to say (Stripe's own, or the sandbox's), so it is
 * put into the page here; Stripe's loader then finds it there and starts it.
 *
 * @throws when it does not come, or is not what it should be
 */
export async function loadStripeJs({ scriptUrl, publishableKey }: StripeScript): Promise<Stripe> {
  if (!("Stripe" in window)) await addScript(scriptUrl);
  if (!("Stripe" in window)) throw new Error("Stripe’s script brought no Stripe");
  const stripe = await loadStripe(publishableKey, { locale: "fr" });
  if (!stripe) throw new Error("Stripe did not start");
  return stripe;
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error("Stripe’s script did not come"));
    document.head.append(script);
  });
}
