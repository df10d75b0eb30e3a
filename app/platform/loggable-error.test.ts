import { Error as MongooseError, mongo } from "mongoose";
import Stripe from "stripe";
import { expect, it } from "vitest";
import { loggableError } from "./loggable-error";

const EMAIL = "marie.durand@exemple.fr";
const SECRET = "pi_1_secret_2";
const logged = (error: unknown) => loggableError(error) as Record<string, unknown>;

it("keeps of a refusal of Stripe's what was refused, and nothing of whom", () => {
  const refused = new Stripe.errors.StripeCardError({
    ...{ type: "card_error", code: "card_declined", decline_code: "lost_card", param: "source" },
    ...{ message: `No such customer for ${EMAIL}`, statusCode: 402, requestId: "req_1" },
    payment_intent: { client_secret: SECRET, receipt_email: EMAIL },
    headers: { authorization: "sk_live" },
  } as never);
  for (const error of [refused, new Error("payment_failed", { cause: refused })]) {
    const text = JSON.stringify(logged(error));
    expect(text).not.toMatch(/marie|secret_2|sk_live|No such/);
    expect(text).toContain("loggable-error.test.ts");
  }
  expect(logged(refused)).toMatchObject({
    ...{ type: "StripeCardError", code: "card_declined", param: "source", statusCode: 402 },
    ...{ requestId: "req_1", decline_code: "lost_card", message: undefined },
  });
  expect(logged(new Error("not opened", { cause: refused }))).toMatchObject({
    message: "not opened: StripeCardError",
    stack: expect.stringContaining("caused by: StripeCardError\n") as string,
  });
});

it("keeps of a key's refusal which permissions it lacks, and nothing else that was said", () => {
  const refusal = (message: string) =>
    new Stripe.errors.StripePermissionError({
      ...{ message, type: "invalid_request_error", statusCode: 403, requestId: "req_2" },
    } as never);
  const lacking = refusal(
    `The provided key 'rk_live_*********abc' does not have the required permissions for this endpoint on account 'acct_1' of ${EMAIL}. Having the 'rak_charge_write' or 'rak_payment_intent_write' permission would allow this request to continue.`,
  );
  expect(logged(lacking)).toMatchObject({
    message: "rak_charge_write, rak_payment_intent_write",
    requestId: "req_2",
  });
  expect(JSON.stringify(logged(lacking))).not.toMatch(/marie|rk_live|acct_1|provided/);
  const other = refusal(`No access to ${EMAIL}`);
  expect(logged(other).message).toBeUndefined();
  expect(JSON.stringify(logged(other))).not.toMatch(/marie|No access/);
});

it("keeps of others' errors no value that they were sent", () => {
  const twice = new mongo.MongoServerError({
    ...{ message: `E11000 duplicate key error index: email_1 dup key: { email: "${EMAIL}" }` },
    ...{ code: 11_000, keyValue: { email: EMAIL } },
  });
  const unfit = new MongooseError.ValidationError();
  unfit.addError(
    "email",
    new MongooseError.ValidatorError({ path: "email", value: EMAIL, message: `not ${EMAIL}` }),
  );
  const unsent = Object.assign(new Error(`550 <${EMAIL}> unknown`), {
    ...{ code: "EENVELOPE", responseCode: 550, command: "RCPT TO", rejected: [EMAIL] },
    response: `550 <${EMAIL}>`,
  });
  const texts = [twice, unfit, unsent].map((error) => JSON.stringify(logged(error)));
  expect(texts.filter((text) => text.includes("marie"))).toEqual([]);
  expect(logged(twice)).toMatchObject({
    code: 11_000,
    message: expect.stringContaining("email_1") as string,
  });
  expect(logged(unfit)).toMatchObject({ type: "ValidationError", fields: ["email"] });
  expect(logged(unsent)).toMatchObject({ code: "EENVELOPE", responseCode: 550 });
});

it("keeps of an error of ours its message and its story; what is none stays as it is", () => {
  const cut = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", port: 27 });
  const told = logged(new Error("not read", { cause: new AggregateError([cut], "all") }));
  expect(told).toMatchObject({ type: "Error", message: "not read: all" });
  expect(told.stack).toContain("caused by: AggregateError: all\n");
  expect(logged(new AggregateError([cut], "all")).aggregateErrors).toMatchObject([
    { message: "connect ECONNREFUSED", code: "ECONNREFUSED", port: 27 },
  ]);
  const own = new Error("itself");
  own.cause = own;
  expect(logged(own).type).toBe("Error");
  expect(loggableError("text")).toBe("text");
});
