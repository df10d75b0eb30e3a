import { Types } from "mongoose";
import { expect, it, vi } from "vitest";
import { ReservationModel } from "@models/reservation";
import { paymentsBehind } from "./reservation-behind.server";

const reservation = new Types.ObjectId();
const named = reservation.toString();

/** What a person made by hand in Stripe's dashboard: of no charge. */
const transfers: Record<string, object> = {
  tr_named: { source_transaction: null, metadata: { reservation: named } },
  tr_silent: { source_transaction: null, metadata: {} },
  tr_mistyped: { source_transaction: null, metadata: { reservation: "CWT-1" } },
};
vi.mock("./gateway.server", () => ({
  refusalReason: () => null,
  callStripe: (ask: (stripe: object) => unknown) =>
    ask({
      transfers: { retrieve: (id: string) => transfers[id] },
      paymentIntents: { retrieve: () => ({ metadata: { reservation: named } }) },
    }),
}));

it.each([
  ["tr_named", { reservation, record: reservation, paymentIntentId: "pi_paid" }],
  ["tr_silent", null],
  ["tr_mistyped", null],
])("finds the reservation that a transfer made by hand names: %s", async (transfer, payment) => {
  const found = { _id: reservation, paymentIntentId: "pi_paid" };
  vi.spyOn(ReservationModel, "findById").mockReturnValue({
    lean: () => Promise.resolve(found),
  } as never);
  expect(await paymentsBehind()(transfer)).toEqual(payment);
});
