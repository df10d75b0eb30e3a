import { expect, it } from "vitest";
import { RESERVATION_STATES } from "@models/enumerations";
import { mailAgain, whyNotAgain } from "./mails-again.server";

const ID = "a".repeat(24);
const endDate = "2027-06-13";
/** The last day on which contacts are shown. */
const today = "2027-08-12";
const statesFor = (news: string, day = today) =>
  RESERVATION_STATES.filter((status) =>
    mailAgain(`reservation-${news}:${ID}:buyer`, { status, endDate }, day),
  );

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
  ["refunded", ["cancelled"]],
  // Its reservation is the one that was not paid.
  ["payment_returned", []],
])("a mail that says %s is true of what is %j", (news, states) => {
  expect([...statesFor(news)].sort()).toEqual([...states].sort());
});

it.each([
  [`reservation-confirmed:${ID}:buyer`, "mail_outdated"],
  [`reservation-granted:${ID}:1200:owner`, "mail_outdated"],
  [`reservation-contested:${ID}:dp_1:owner`, "mail_once"],
  [`reservation-dates-agreed:${ID}:3:buyer`, "mail_once"],
  [`reservation-event-soon:${ID}:owner`, "mail_once"],
  [`reservation-answer-soon:${ID}:1795000000000:owner`, "mail_once"],
  [`wish-offered:${ID}`, "mail_once"],
])("%s that is not sent again is refused by %s", (key, code) => {
  expect(whyNotAgain(key)).toBe(code);
});

it("that tells how to reach each other is not sent once their page no longer does", () => {
  expect(["confirmed", "accepted"].flatMap((news) => statesFor(news, "2027-08-13"))).toEqual([]);
  expect(statesFor("granted", "2027-08-13")).toHaveLength(3);
});

it("tells its reader by its key, whatever stands around", () => {
  const status = "confirmed";
  const owners = { news: "confirmed", side: "owner" };
  expect(mailAgain(`reservation-confirmed:${ID}:owner`, { status, endDate }, today)).toEqual(
    owners,
  );
  expect(
    mailAgain(`reservation-confirmed:${ID}:2:owner:1795000000000`, { status, endDate }, today),
  ).toEqual(owners);
  for (const key of [`reservation-confirmed:${ID}`, `reset:${ID}:owner`, "", "buyer"]) {
    expect(mailAgain(key, { status, endDate }, today), key).toBeNull();
  }
});
