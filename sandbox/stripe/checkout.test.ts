import type Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  cardFields,
  charge,
  createAccount,
  onboard,
  openCheckout,
  rejection,
  submit,
  visit,
} from "../../tests/support/stripe-journeys";
import { startSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";
import { idOf } from "./core/ids";

let sandbox: TestSandbox;
let stripe: Stripe;
let owner: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  stripe = sandbox.stripe;
});
beforeEach(async () => {
  await sandbox.control("reset");
  owner = await onboard(sandbox);
  await sandbox.settled();
  sandbox.hooks.received.length = 0;
});
afterAll(() => sandbox.close());

const PAYS = "4242 4242 4242 4242";
const DECLINED = "4000 0000 0000 0002";
const ASKS = "4000 0025 0000 3155";

function retrieve(id: string): Promise<Stripe.Checkout.Session> {
  return stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] });
}

describe("opening a session", () => {
  it("answers with the page to go to, and no payment yet", async () => {
    const session = await openCheckout(stripe, owner);
    expect(session).toMatchObject({
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      amount_total: 112500,
      submit_type: "book",
      client_reference_id: "reservation_1",
      url: `${sandbox.url}/pay/${session.id}`,
    });
    expect((await retrieve(session.id)).payment_intent).toBeNull();
  });

  it("refuses a session that is too short or too long", async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const expiresAt of [now + 29 * 60, now + 25 * 60 * 60]) {
      expect(await rejection(openCheckout(stripe, owner, { expires_at: expiresAt }))).toMatchObject(
        { statusCode: 400, param: "expires_at" },
      );
    }
  });

  it("refuses an owner who cannot be paid and a fee above the price", async () => {
    const fresh = await createAccount(stripe);
    expect(await rejection(openCheckout(stripe, fresh.id))).toMatchObject({
      code: "insufficient_capabilities_for_transfer",
      param: "payment_intent_data[transfer_data][destination]",
    });
    const data = { application_fee_amount: 112501, transfer_data: { destination: owner } };
    expect(
      await rejection(openCheckout(stripe, owner, { payment_intent_data: data })),
    ).toMatchObject({ param: "payment_intent_data[application_fee_amount]" });
  });

  it("refuses the parameter that this version no longer knows", async () => {
    const old = { payment_method_types: ["card"] } as object;
    expect(await rejection(openCheckout(stripe, owner, old))).toMatchObject({
      code: "parameter_unknown",
      param: "payment_method_types",
    });
  });
});

describe("the payment page", () => {
  it("shows what is paid, escaped, and leads back", async () => {
    const session = await openCheckout(stripe, owner);
    const { status, text } = await visit(session.url ?? "");
    expect(status).toBe(200);
    expect(text).toContain('<html lang="fr">');
    expect(text).toContain("Salle &lt;des&gt; fêtes");
    expect(text.replace(/\s/g, " ")).toContain("Payer 1 125,00 €");
    expect(text).toContain('<a class="back" href="https://product.example/retour">Retour</a>');
    for (const label of ["Numéro de carte", "Date d’expiration", "Code de sécurité"]) {
      expect(text).toContain(`>${label}</label>`);
    }
    expect(text).not.toContain("<script");
    expect(text).not.toMatch(/ style=/);
  });

  it("takes the money and leads to the success page", async () => {
    const session = await openCheckout(stripe, owner);
    const paid = await submit(session.url ?? "", cardFields(PAYS));
    expect(paid).toMatchObject({
      status: 303,
      location: `https://product.example/ok?session=${session.id}`,
    });
    const complete = await retrieve(session.id);
    expect(complete).toMatchObject({
      status: "complete",
      payment_status: "paid",
      url: null,
      customer_details: { name: "Marie Durand" },
      payment_intent: {
        status: "succeeded",
        amount: 112500,
        application_fee_amount: 25000,
        metadata: { reservation: "1" },
        transfer_data: { destination: owner },
        latest_charge: { billing_details: { name: "Marie Durand" }, captured: true },
      },
    });
    const again = await visit(`${sandbox.url}/pay/${session.id}`);
    expect(again.text).toContain("déjà été payée");
    await submit(`${sandbox.url}/pay/${session.id}`, cardFields(PAYS));
    expect((await stripe.charges.list()).data).toHaveLength(1);
    await sandbox.settled();
    expect(sandbox.hooks.types().sort()).toEqual([
      "checkout.session.completed",
      "payment_intent.succeeded",
    ]);
  });

  it("stays open after a decline, without the card, with the name", async () => {
    const session = await openCheckout(stripe, owner);
    const declined = await submit(session.url ?? "", cardFields(DECLINED));
    expect(declined.status).toBe(402);
    expect(declined.text).toContain("Votre carte a été refusée.");
    expect(declined.text).toContain("<title>Erreur\u00a0: ");
    expect(declined.text).toContain('value="Marie Durand"');
    expect(declined.text).not.toContain("4000");
    expect(await retrieve(session.id)).toMatchObject({
      status: "open",
      payment_intent: { status: "requires_payment_method" },
    });
    expect((await submit(session.url ?? "", cardFields(PAYS))).status).toBe(303);
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
  });

  it("marks the field at fault", async () => {
    const session = await openCheckout(stripe, owner);
    const wrong = { ...cardFields(PAYS), cardExpiry: "01/20" };
    const { status, text } = await submit(session.url ?? "", wrong);
    expect(status).toBe(402);
    expect(text.replace(/\s+/g, " ")).toMatch(/id="cardExpiry"[^>]* aria-invalid="true"/);
    expect((await retrieve(session.id)).payment_intent).toBeNull();
  });

  it("authorises only, when the owner has to accept first", async () => {
    const session = await openCheckout(stripe, owner, {}, "manual");
    expect((await submit(session.url ?? "", cardFields(PAYS))).status).toBe(303);
    const held = await retrieve(session.id);
    expect(held).toMatchObject({
      status: "complete",
      payment_status: "unpaid",
      payment_intent: { status: "requires_capture" },
    });
    const intent = held.payment_intent as Stripe.PaymentIntent;
    await stripe.paymentIntents.capture(intent.id);
    expect(await retrieve(session.id)).toMatchObject({ payment_status: "paid" });
  });

  it("sends the payer to their bank and back", async () => {
    const session = await openCheckout(stripe, owner);
    const asked = await submit(session.url ?? "", cardFields(ASKS));
    expect(asked.status).toBe(303);
    const bank = asked.location ?? "";
    expect((await visit(bank)).text).toContain("Accepter le paiement");
    const refused = await submit(bank, { decision: "refuse" });
    expect(refused).toMatchObject({ status: 303, location: session.url });
    expect((await visit(session.url ?? "")).text).toContain("vous authentifier");
    const second = await submit(session.url ?? "", cardFields(ASKS));
    const accepted = await submit(second.location ?? "", { decision: "accept" });
    expect(accepted.location).toBe(`https://product.example/ok?session=${session.id}`);
    expect(await retrieve(session.id)).toMatchObject({
      payment_status: "paid",
      payment_intent: {
        latest_charge: {
          payment_method_details: { card: { three_d_secure: { result: "authenticated" } } },
        },
      },
    });
    await sandbox.settled();
    expect(sandbox.hooks.types()).toContain("payment_intent.payment_failed");
  });

  it("lets the payer go back from their bank and use another card", async () => {
    const session = await openCheckout(stripe, owner);
    await submit(session.url ?? "", cardFields(ASKS));
    expect((await submit(session.url ?? "", cardFields(PAYS))).status).toBe(303);
    expect(await retrieve(session.id)).toMatchObject({ payment_status: "paid" });
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });
});

describe("the end of a session", () => {
  it("is its expiry, asked for", async () => {
    const session = await openCheckout(stripe, owner);
    const url = session.url ?? "";
    await submit(url, cardFields(DECLINED));
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({
      status: "expired",
      url: null,
    });
    expect((await visit(url)).status).toBe(410);
    expect((await submit(url, cardFields(PAYS))).text).toContain("a expiré");
    expect((await stripe.paymentIntents.list()).data).toMatchObject([{ status: "canceled" }]);
    expect(await rejection(stripe.checkout.sessions.expire(session.id))).toMatchObject({
      statusCode: 400,
    });
    await sandbox.settled();
    expect(sandbox.hooks.types()).toEqual(
      expect.arrayContaining(["checkout.session.expired", "payment_intent.canceled"]),
    );
  });

  it("comes by the clock", async () => {
    const session = await openCheckout(stripe, owner);
    await sandbox.control("clock", { offsetMs: 32 * 60 * 1000 });
    expect((await visit(session.url ?? "")).status).toBe(410);
    expect((await stripe.checkout.sessions.list({ status: "expired" })).data).toHaveLength(1);
    await sandbox.settled();
    expect(sandbox.hooks.types()).toEqual(["checkout.session.expired"]);
  });

  it("cannot be asked for once it is paid, nor its payment canceled before", async () => {
    const session = await openCheckout(stripe, owner);
    await submit(session.url ?? "", cardFields(DECLINED));
    const opened = await stripe.checkout.sessions.retrieve(session.id);
    const intent = idOf(opened.payment_intent) ?? "";
    expect((await rejection(stripe.paymentIntents.cancel(intent))).message).toContain(
      "expire the Checkout Session",
    );
    await submit(session.url ?? "", cardFields(PAYS));
    expect((await rejection(stripe.checkout.sessions.expire(session.id))).message).toContain(
      'Only Checkout Sessions with a status in ["open"]',
    );
  });

  it("is either payment or expiry, when both are tried at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const session = await openCheckout(stripe, owner);
      const [paid, expired] = await Promise.allSettled([
        submit(session.url ?? "", cardFields(PAYS)).then(({ status }) => status === 303),
        stripe.checkout.sessions.expire(session.id).then(() => true),
      ]);
      const wins = [paid, expired].filter(
        (result) => result.status === "fulfilled" && result.value,
      );
      expect(wins).toHaveLength(1);
    }
  });
});

describe("authentication of a payment made in the page", () => {
  it("leads to the bank and back to the return address", async () => {
    const intent = await charge(stripe, owner, {
      payment_method: "pm_card_authenticationRequired",
    });
    expect(intent).toMatchObject({
      status: "requires_action",
      next_action: { type: "redirect_to_url" },
    });
    const bank = intent.next_action?.redirect_to_url?.url ?? "";
    expect((await visit(`${sandbox.url}/authenticate/${intent.id}`)).status).toBe(404);
    const back = new URL((await submit(bank, { decision: "accept" })).location ?? "");
    expect(back.origin + back.pathname).toBe("https://product.example/retour");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      payment_intent: intent.id,
      redirect_status: "succeeded",
    });
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
    expect((await submit(bank, { decision: "refuse" })).location).toBe(back.href);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
  });

  it("can be refused", async () => {
    const intent = await charge(stripe, owner, {
      payment_method: "pm_card_authenticationRequired",
    });
    const bank = intent.next_action?.redirect_to_url?.url ?? "";
    const refused = await submit(bank, { decision: "refuse" });
    expect(refused.location).toContain("redirect_status=failed");
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: "requires_payment_method",
      last_payment_error: { code: "payment_intent_authentication_failure" },
    });
  });
});
