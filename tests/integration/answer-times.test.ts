import mongoose from "mongoose";
import { beforeEach, expect, it, vi } from "vitest";
import { answerAtStep } from "~/accounts/answer-step.server";
import { action as apiForgot } from "~/routes/api/auth/forgot-password";
import { action as apiNewCode } from "~/routes/api/auth/new-code";
import { action as apiVerify } from "~/routes/api/auth/verify-email";
import { action as forgot } from "~/routes/reinitialiser-mot-de-passe";
import { action as verify } from "~/routes/verification-email";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { age, EMAIL as UNVERIFIED, signedUp } from "../support/verification";
import { Visitor } from "../support/visitor";

/**
 * No answer tells by its time whether an address has an account: all that looks for one, and all that comes of it, is
 * within the one step to whose end the answer waits. Told by what is asked within it, not by a clock.
 */

vi.mock("~/accounts/answer-step.server", async (original) => ({
  answerAtStep: vi.fn((await original<{ answerAtStep: typeof answerAtStep }>()).answerAtStep),
}));

useDatabase();
beforeEach(emptyDatabase);

const VERIFIED = "connue@exemple.fr";
const UNKNOWN = "inconnue@exemple.fr";
/** Commands that name these tell accounts apart. */
const TELLING = ["users", "mails"];

/** What was asked about accounts within the step, and what outside of it. */
async function askedIn(deed: () => Promise<unknown>): Promise<{ within: number; outside: number }> {
  const asked = { within: 0, outside: 0 };
  let steps = 0;
  const real = vi.mocked(answerAtStep).getMockImplementation()!;
  vi.mocked(answerAtStep).mockClear();
  vi.mocked(answerAtStep).mockImplementation(async (work) =>
    real(async () => {
      steps += 1;
      return await work().finally(() => (steps -= 1));
    }),
  );
  const hear = ({
    commandName,
    command,
  }: {
    commandName: string;
    command: mongoose.mongo.Document;
  }) => {
    if (TELLING.includes(String(command[commandName])))
      asked[steps > 0 ? "within" : "outside"] += 1;
  };
  const client = mongoose.connection.getClient().on("commandStarted", hear);
  try {
    await deed();
  } finally {
    client.off("commandStarted", hear);
    vi.mocked(answerAtStep).mockImplementation(real);
  }
  return asked;
}

const form =
  (handler: typeof forgot, path: string, fields: Record<string, string>) => (email: string) =>
    new Visitor().visit(handler, path, { form: { ...fields, email } });
const json = (handler: typeof apiForgot, path: string, fields: object) => (email: string) =>
  new Visitor().visit(handler, path, { json: { ...fields, email } });

it.each([
  ["a link to choose a password", form(forgot, "/reinitialiser-mot-de-passe", {})],
  ["such a link by /api", json(apiForgot, "/api/auth/forgot-password", {})],
  ["another code", form(verify, "/verification-email", { intent: "resend" })],
  ["another code by /api", json(apiNewCode, "/api/auth/new-code", {})],
  [
    "a code that is wrong",
    form(verify, "/verification-email", { intent: "verify", code: "000000" }),
  ],
  ["a wrong code by /api", json(apiVerify, "/api/auth/verify-email", { code: "000000" })],
])("attack 6: %s waits for its turn, whose ever the address is", async (_what, ask) => {
  await createUser({ email: VERIFIED });
  await signedUp();
  await age(2);
  for (const email of [UNVERIFIED, VERIFIED, UNKNOWN]) {
    const { within, outside } = await askedIn(() => ask(email));
    expect(answerAtStep, email).toHaveBeenCalledOnce();
    expect(within, email).toBeGreaterThan(0);
    expect(outside, email).toBe(0);
  }
});
