import { Button } from "~/ui/button";
import { CardForm, type StripeScript } from "~/ui/card-form";
import type { Component, Given } from "./example";

/** Of nothing that is there: what is paid here is refused. */
const NOTHING = "0".repeat(24);

/** Stripe's script, as each state finds it. Loading and an error are shown by the first, before and after 'Pay'. */
const STATES: Record<string, (given: Given) => StripeScript | null> = {
  "card-form": ({ stripe }) => stripe,
  "card-form-blocked": () => ({ scriptUrl: "/testpage/absent.js", publishableKey: "pk_absent" }),
  "card-form-none": () => null,
};

/** Each on a page of its own: Stripe's script is one for a page. */
export const cardFormExamples: Component = {
  props: {
    stripe:
      "where Stripe’s script is, and the key to start it with, or null for the children alone",
    "options.label": "of the button that pays",
    "options.hostedAction": "where the form of the hosted page posts to",
    "options.successHref": "where one goes after paying, or sees what became of a payment",
    "options.charge": "what the charge is told beside the card; cents",
    "options.captureMethod": "as the server opens the payment: Stripe compares",
    children:
      "the form that leads to the hosted page: there in every case, forward without a card form",
  },
  examples: Object.entries(STATES).map(([name, stripeOf]) => ({
    name,
    isPage: true,
    show: (given) => (
      <div className="narrow stack">
        <h1>Card form</h1>
        <CardForm
          stripe={stripeOf(given)}
          options={{
            label: "Pay 540,00\u00a0€",
            hostedAction: "/testpage",
            successHref: "/testpage",
            charge: { id: NOTHING, reservationId: NOTHING, amount: 54_000 },
            captureMethod: "automatic_async",
          }}
        >
          <form action="/testpage">
            <Button name="intent" value="pay">
              Pay on the hosted page
            </Button>
          </form>
        </CardForm>
      </div>
    ),
  })),
};
