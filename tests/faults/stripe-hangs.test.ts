import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createOpenVenue, stack, until } from "../support/running-stack";
import { httpCustomer } from "../support/http-customer";
import { ReservationModel } from "@models/reservation";
import { addDays, todayInParis } from "~/platform/days";

/** Longer than a press may take, shorter than one that waits for Stripe. */
const A_FEW_SECONDS = 15_000;
/** Longer than anything that is asked of Stripe. */
const ALL_ENDED = 60_000;

test("Stripe does not answer: the first press says so within seconds, and a later one pays", async () => {
  const venue = await createOpenVenue();
  const buyer = await httpCustomer(stack.appUrl);
  const day = addDays(todayInParis(new Date()), 20);
  const fields = { start: day, end: day, requestKey: randomUUID() };
  const path = `/reservation/${venue._id.toString()}`;
  const { location } = await buyer.post(path, fields);

  process.kill(stack.sandbox!.pid!, "SIGSTOP");
  try {
    const start = performance.now();
    const { status, text } = await buyer.post(location!, { intent: "pay" });
    expect(performance.now() - start).toBeLessThan(A_FEW_SECONDS);
    expect(status).toBe(503);
    expect(text).toMatch(/Le service de paiement tarde à répondre\..* dans \d+\u00a0secondes\./);
    expect(text).toContain("Annuler cette demande");
  } finally {
    process.kill(stack.sandbox!.pid!, "SIGCONT");
  }
  const page = await until(
    "a payment page",
    async () => {
      const answer = await buyer.post(location!, { intent: "pay" });
      return answer.location?.includes("/pay/") && answer.location;
    },
    ALL_ENDED,
  );
  expect(page).toContain("/pay/");
  expect(await ReservationModel.countDocuments({ status: "hold" })).toBe(1);
});
