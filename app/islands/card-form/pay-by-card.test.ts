import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import { payByCard, sendCharge, type ChargeAnswer } from "./pay-by-card";

const CHARGE = { id: "v", reservationId: "r", amount: 100 };
const SUCCESS = "/reservation/v/success?demande=r";

interface Script {
  submit?: object;
  token?: object;
  answers?: ChargeAnswer[];
  bank?: object;
}

/** Pays with a Stripe.js and a server that say what a test wants them to. */
async function paid({ submit = {}, token, answers = [{ redirectUrl: SUCCESS }], bank }: Script) {
  const left = [...answers];
  const send = vi.fn(async () => left.shift() ?? null);
  const handleNextAction = vi.fn(async () => bank);
  const outcome = await payByCard(
    {
      elements: { submit: async () => submit } as unknown as StripeElements,
      stripe: {
        createConfirmationToken: async () => token ?? { confirmationToken: { id: "ctoken_1" } },
        handleNextAction,
      } as unknown as Stripe,
      send,
    },
    CHARGE,
  );
  return { outcome, send, handleNextAction };
}

describe("payByCard", () => {
  it("sends what the server asks for, and goes where it says", async () => {
    const { outcome, send, handleNextAction } = await paid({});
    expect(outcome).toEqual({ href: SUCCESS });
    expect(send.mock.calls).toEqual([[{ ...CHARGE, confirmationTokenId: "ctoken_1" }]]);
    expect(handleNextAction).not.toHaveBeenCalled();
  });

  it("says what Stripe says of what was typed, and sends nothing", async () => {
    const error = { type: "validation_error", message: "Votre carte est incomplète." };
    for (const script of [{ submit: { error } }, { token: { error } }]) {
      const { outcome, send } = await paid(script);
      expect(outcome).toEqual({ message: error.message });
      expect(send).not.toHaveBeenCalled();
    }
  });

  it("keeps words of Stripe's that are not for people to itself", async () => {
    const error = { type: "api_connection_error", message: "Failed to fetch" };
    const { outcome } = await paid({ token: { error } });
    expect(outcome).toEqual({ message: "Une erreur est survenue lors du paiement." });
  });

  it("sends the very same again when no answer comes, three times at most", async () => {
    const second = await paid({ answers: [null, { redirectUrl: SUCCESS }] });
    expect(second.outcome).toEqual({ href: SUCCESS });
    expect(second.send.mock.calls[1]).toEqual(second.send.mock.calls[0]);
    const none = await paid({ answers: [] });
    expect(none.send).toHaveBeenCalledTimes(3);
    expect(none.outcome).toMatchObject({ isUnknown: true });
  });

  it("says what the server refuses, once", async () => {
    const refusal = { message: "Paiement échoué" };
    const { outcome, send } = await paid({ answers: [refusal] });
    expect(outcome).toEqual(refusal);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("has the bank asked, and goes on once it agrees", async () => {
    const answers = [{ redirectUrl: SUCCESS, clientSecret: "pi_secret_1" }];
    const agreed = await paid({ answers, bank: { paymentIntent: { status: "succeeded" } } });
    expect(agreed.handleNextAction).toHaveBeenCalledWith({ clientSecret: "pi_secret_1" });
    expect(agreed.outcome).toEqual({ href: SUCCESS });
    const code = "payment_intent_authentication_failure";
    const refused = await paid({ answers, bank: { error: { type: "card_error", code } } });
    expect(refused.outcome).toEqual({
      message: "Votre banque n’a pas confirmé le paiement. Réessayez, ou utilisez une autre carte.",
    });
  });

  it("goes on when the bank was answered elsewhere", async () => {
    const answers = [{ redirectUrl: SUCCESS, clientSecret: "pi_secret_1" }];
    const error = { type: "invalid_request_error", payment_intent: { status: "requires_capture" } };
    expect((await paid({ answers, bank: { error } })).outcome).toEqual({ href: SUCCESS });
  });

  it("knows nothing when the line breaks while the bank is asked, and says so", async () => {
    const answers = [{ redirectUrl: SUCCESS, clientSecret: "pi_secret_1" }];
    for (const type of ["api_connection_error", "api_error", "rate_limit_error"]) {
      const { outcome } = await paid({ answers, bank: { error: { type } } });
      expect(outcome).toMatchObject({ isUnknown: true });
      expect(outcome).toHaveProperty("message", expect.stringContaining("peut-être passé"));
    }
    const known = { type: "card_error", message: "Votre carte a été refusée." };
    expect((await paid({ answers, bank: { error: known } })).outcome).toEqual({
      message: known.message,
    });
    const status = "requires_payment_method";
    const open = { type: "invalid_request_error", payment_intent: { status } };
    expect((await paid({ answers, bank: { error: open } })).outcome).toEqual({
      message: "Une erreur est survenue lors du paiement.",
    });
  });

  it("knows that nothing is paid when Stripe's script throws before there is anything to send", async () => {
    const { outcome, send } = await paid({ token: {} });
    expect(send).not.toHaveBeenCalled();
    expect(outcome).toEqual({
      message: "Une erreur est survenue lors du paiement.",
      isUnknown: false,
    });
  });

  it("never rejects: when Stripe's script throws, nobody knows", async () => {
    const answers = [{ redirectUrl: SUCCESS, clientSecret: "pi_secret_1" }];
    expect((await paid({ answers, bank: undefined })).outcome).toMatchObject({ isUnknown: true });
  });
});

describe("sendCharge", () => {
  afterEach(() => vi.unstubAllGlobals());

  const PAGE = { pathname: "/reservation/v/paiement", search: "?demande=r", hash: "#carte" };

  /** What comes of an answer of the server's. */
  const sent = async (status: number, answer: object) => {
    vi.stubGlobal("location", PAGE);
    vi.stubGlobal("fetch", async () => Response.json(answer, { status }));
    return await sendCharge({ ...CHARGE, confirmationTokenId: "ctoken_1" });
  };

  it.each([
    [401, "Connectez-vous pour continuer."],
    [404, "Oups\u00a0! La page que vous cherchez n’existe pas."],
  ])(
    "shows the page anew at %i: another tab has logged out, or somebody else in",
    async (...at) => {
      const [status, message] = at;
      // Without a fragment, at which a browser would stay in the page that it shows.
      expect(await sent(status, { message })).toEqual({
        redirectUrl: "/reservation/v/paiement?demande=r",
      });
    },
  );

  it("says in the page what else is refused", async () => {
    const message = "Votre carte a été refusée.";
    expect(await sent(402, { message })).toEqual({ message, isUnknown: false });
    expect(await sent(500, {})).toEqual({
      message: "Une erreur est survenue lors du paiement.",
      isUnknown: true,
    });
  });
});
