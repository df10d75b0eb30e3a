import { expect, it } from "vitest";
import { RESERVATION_STATES } from "@models/enumerations";
import { mailAgain } from "./mails-again.server";

const ID = "a".repeat(24);
const statesFor = (news: string) =>
  RESERVATION_STATES.filter((status) => mailAgain(`reservation-${news}:${ID}:buyer`, { status }));

it.each([
  ["pending", ["pending"]],
  ["extended", ["pending"]],
  ["confirmed", ["confirmed", "ended"]],
  ["accepted", ["confirmed", "ended"]],
  ["refused", ["cancelled"]],
  ["unanswered", ["cancelled"]],
  ["cancelled", ["cancelled"]],
  ["voided", ["cancelled"]],
  ["capture_refused", ["cancelled"]],
  ["granted", ["confirmed", "cancelled", "ended"]],
  // Its reservation is the one that was not paid.
  ["payment_returned", []],
])("a mail that says %s is true of what is %j", (news, states) => {
  expect([...statesFor(news)].sort()).toEqual([...states].sort());
});

it("tells its reader by its key, whatever stands around", () => {
  const status = "confirmed";
  const owners = { news: "confirmed", side: "owner" };
  expect(mailAgain(`reservation-confirmed:${ID}:owner`, { status })).toEqual(owners);
  expect(mailAgain(`reservation-confirmed:${ID}:2:owner:1795000000000`, { status })).toEqual(
    owners,
  );
  for (const key of [`reservation-confirmed:${ID}`, `reset:${ID}:owner`, "", "buyer"]) {
    expect(mailAgain(key, { status }), key).toBeNull();
  }
});
