import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { charge, onboard, rejection, submit } from "../../tests/support/stripe-journeys";
import { startSandbox, type TestSandbox } from "../../tests/support/stripe-sandbox";
import { SANDBOX_CREDENTIALS } from "../../scripts/lib/stripe-sandbox.mjs";

let sandbox: TestSandbox;
let owner: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  owner = await onboard(sandbox);
});
afterAll(() => sandbox.close());

/** As the frame of the card's fields asks for a token. */
async function tokenFor(number: string): Promise<Stripe.ConfirmationToken> {
  const card = "payment_method_data[card]";
  const body = new URLSearchParams({
    "payment_method_data[type]": "card",
    ...{ [`${card}[number]`]: number, [`${card}[cvc]`]: "123" },
    ...{ [`${card}[exp_month]`]: "12", [`${card}[exp_year]`]: "2099" },
  });
  const headers = { authorization: `Bearer ${SANDBOX_CREDENTIALS.STRIPE_PUBLISHABLE_KEY}` };
  const url = `${sandbox.url}/v1/confirmation_tokens`;
  return (await (await fetch(url, { method: "POST", headers, body })).json()) as never;
}

const pay = (token: string) =>
  charge(sandbox.stripe, owner, {
    payment_method: undefined,
    confirmation_token: token,
    return_url: "https://product.example/retour",
  });

describe("confirmation tokens", () => {
  it("are made with the publishable key, pay once, and show what they paid", async () => {
    const { id, use_stripe_sdk: usesSdk } = await tokenFor("4242424242424242");
    expect(usesSdk).toBe(true);
    const intent = await pay(id);
    expect(intent.status).toBe("succeeded");
    expect((await sandbox.stripe.confirmationTokens.retrieve(id)).payment_intent).toBe(intent.id);
    expect(await rejection(pay(id))).toMatchObject({ param: "confirmation_token" });
  });

  it("are used up by a refused card, too", async () => {
    const { id } = await tokenFor("4000000000000002");
    expect(await rejection(pay(id))).toMatchObject({ code: "card_declined" });
    expect(await rejection(pay(id))).toMatchObject({ param: "confirmation_token" });
  });

  it("leave the bank's question to Stripe's script, whose frame asks it and tells the page", async () => {
    const intent = await pay((await tokenFor("4000002500003155")).id);
    expect(intent).toMatchObject({
      status: "requires_action",
      next_action: { type: "use_stripe_sdk" },
    });
    const frame = `${sandbox.url}/elements/bank/${intent.id}?client_secret=`;
    expect((await fetch(`${frame}wrong`)).status).toBe(404);
    const asked = await submit(frame + encodeURIComponent(intent.client_secret ?? ""), {
      decision: "accept",
    });
    expect(asked.text).toContain("&quot;status&quot;:&quot;succeeded&quot;");
  });
});

describe("the stand-in for Stripe.js", () => {
  it.each(["/endive/stripe.js", "/elements/payment-frame.js", "/elements/bank-frame.js"])(
    "has %s",
    async (path) => {
      const answer = await fetch(sandbox.url + path);
      expect(answer.headers.get("content-type")).toMatch(/^text\/javascript/);
      expect(await answer.text()).toMatch(/^\/\/ @ts-check/);
    },
  );

  it("lets its fields be framed, and no other page", async () => {
    const policyOf = async (path: string) =>
      (await fetch(sandbox.url + path)).headers.get("content-security-policy");
    expect(await policyOf("/elements/payment?key=pk")).not.toContain("frame-ancestors");
    expect(await policyOf("/pay/cs_unknown")).toContain("frame-ancestors 'none'");
  });
});
