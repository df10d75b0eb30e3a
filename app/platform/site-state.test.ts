import { describe, expect, it } from "vitest";
import {
  AUDIENCES,
  closedFor,
  isClosedWithin,
  mayDismiss,
  NO_STATE,
  noticesFor,
  readState,
  type Audience,
  type Notice,
  type Reader,
} from "./site-state";

const at = (hour: number) => new Date(Date.UTC(2027, 0, 5, hour));
const notice = (fields: Partial<Notice>): Notice => ({
  ...{ id: "a", kind: "information", audience: "everyone", text: "Bonjour" },
  ...{ from: at(8), until: at(10) },
  ...fields,
});
const member: Reader = { isVerified: true, adminRole: undefined, secondFactorAt: undefined };
const officer: Reader = { ...member, adminRole: "lecture", secondFactorAt: at(8) };

describe("noticesFor", () => {
  const all = AUDIENCES.map((audience) => notice({ id: audience, audience }));
  const told = (reader: Reader | null) =>
    noticesFor({ ...NO_STATE, notices: all }, reader, at(9)).map(({ id }) => id as Audience);

  it.each<[string, Reader | null, Audience[]]>([
    ["a visitor", null, ["everyone", "visitors"]],
    ["who is not verified", { ...member, isVerified: false }, ["everyone", "visitors"]],
    ["a member", member, ["everyone", "members"]],
    ["an owner", { ...member, accountId: "acct_1" }, ["everyone", "members", "owners"]],
    ["a master", { ...member, spondorshipCode: "AB" }, ["everyone", "members", "masters"]],
    ["the office", officer, ["everyone", "members", "admins"]],
    [
      "an administrator before the second step",
      { ...officer, secondFactorAt: undefined },
      ["everyone", "members"],
    ],
  ])("tells %s what is theirs", (_who, reader, audiences) => {
    expect(told(reader)).toEqual(audiences);
  });

  it("tells from the first instant until before the last, the most urgent first", () => {
    const notices = [notice({ id: "calm" }), notice({ id: "urgent", kind: "incident" })];
    const shown = (now: Date) =>
      noticesFor({ ...NO_STATE, notices }, null, now).map(({ id }) => id);
    expect(shown(new Date(at(8).getTime() - 1))).toEqual([]);
    expect(shown(at(8))).toEqual(["urgent", "calm"]);
    expect(shown(at(10))).toEqual([]);
  });
});

it("lets members put away what they need not know of, and nobody else", () => {
  expect(mayDismiss({ kind: "information" }, member)).toBe(true);
  expect(mayDismiss({ kind: "information" }, null)).toBe(false);
  expect(mayDismiss({ kind: "attention" }, member)).toBe(false);
  expect(mayDismiss({ kind: "incident" }, member)).toBe(false);
});

describe("closedFor", () => {
  const closed = (until?: Date) => ({
    ...NO_STATE,
    maintenance: { message: "Nous revenons vite.", from: at(8), until },
  });

  it("is closed from the beginning, until an end that was said or until it is opened", () => {
    expect(closedFor(closed(), at(7))).toBeNull();
    expect(closedFor(closed(), at(23))).toMatchObject({ message: "Nous revenons vite." });
    expect(closedFor(closed(at(9)), at(8))).not.toBeNull();
    expect(closedFor(closed(at(9)), at(9))).toBeNull();
    expect(closedFor(NO_STATE, at(9))).toBeNull();
  });

  it("is closed within a time that a closing reaches into, not in one that ends as it begins", () => {
    const within = (from: number, until: number, end?: Date) =>
      isClosedWithin(closed(end), at(from), at(until));
    expect(within(6, 8)).toBe(false);
    expect(within(6, 9)).toBe(true);
    expect(within(20, 23)).toBe(true);
    expect(within(6, 23, at(9))).toBe(true);
    expect(within(8, 9, at(10))).toBe(true);
    expect(within(9, 10, at(9))).toBe(false);
    expect(isClosedWithin(NO_STATE, at(6), at(23))).toBe(false);
  });
});

it("is read again as it was stored", () => {
  const state = {
    notices: [notice({ link: "/contact" })],
    maintenance: { message: "Nous revenons vite.", from: at(8) },
  };
  expect(readState(JSON.stringify(state))).toEqual(state);
  expect(readState("")).toEqual(NO_STATE);
});
