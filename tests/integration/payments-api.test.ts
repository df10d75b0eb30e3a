import { createPayableVenue, sandbox } from "../support/payments";
import { setTimeout as delay } from "node:timers/promises";
import type { ClientSession, Query } from "mongoose";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { CONTENT_VERSION, SettingModel, type ContentChange } from "@models/setting";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { unbanUser } from "~/admin/users/ban-user.server";
import { cancelByDay } from "~/bookings/cancel/api-cancellation.server";
import {
  accountPage as accountState,
  openAccount,
  ownAccountUrl,
} from "~/payments/account-page.server";
import {
  accountLoginUrl,
  ensureConnectedAccount,
  replaceGoneAccount,
  syncAccount,
} from "~/payments/connected-account.server";
import { stripe } from "~/payments/gateway.server";
import { syncAccounts } from "~/payments/sync-accounts.server";
import { caseFile } from "~/admin/cases/case-record.server";
import { findCase, findCases } from "~/admin/cases/find-cases.server";
import { settleCase } from "~/admin/cases/settle-case.server";
import { inTransaction } from "~/platform/database.server";
import { addDays, todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { limit } from "~/platform/web/rate-limit.server";
import { action as accountPage } from "~/routes/create-stripe-account";
import { action as cancelAction } from "~/routes/api/location/cancel-reservation";
import { action as chargeAction } from "~/routes/api/stripe/charge";
import { action as createAction } from "~/routes/api/stripe/create-connect-account";
import { action as linkAction } from "~/routes/api/stripe/generate-account-link";
import { action as refundAction } from "~/routes/api/stripe/refund";
import { action as saveAction } from "~/routes/api/stripe/save-stripe-account";
import { action as settingsPage } from "~/routes/mes-parametres/mon-compte";
import { changeVenue } from "~/venues/edit-venue.server";
import { restoreVenue } from "~/venues/suspend-venue.server";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser, createVenue } from "../support/fixtures";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";
import { createReservation } from "../support/reservations";
import { Visitor, type Handler } from "../support/visitor";

useDatabase();

const first = addDays(todayInParis(new Date()), 40);
let venue: Venue;
let owner: User;
let buyer: User;

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  ({ venue, owner } = await createPayableVenue());
  buyer = await createUser();
});

/** Calls as a logged-in person (nobody when undefined) and gives status and body. */
async function call(action: Handler, person: User | undefined, json: object) {
  const visitor = new Visitor();
  if (person) await visitor.context().session.start(person._id);
  const response = await visitor.visit(action, "/api", { json });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const payload = (fields: object = {}) => ({
  id: venue._id.toString(),
  userId: buyer._id.toString(),
  amount: 162_000,
  currency: "eur",
  paymentMethodId: "pm_card_visa",
  customerId: "cus_someone",
  ownerAccountId: "acct_someone",
  startDate: first,
  endDate: addDays(first, 2),
  ...fields,
});

describe("POST /api/stripe/charge", () => {
  test("reserves, pays whom the server knows, and says where to go", async () => {
    const { status, body } = await call(chargeAction, buyer, payload());
    const reservation = (await ReservationModel.findOne().lean())!;
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      redirectUrl: `/reservation/${venue._id.toString()}/success?demande=${reservation._id.toString()}`,
    });
    const intent = await sandbox.stripe.paymentIntents.retrieve(reservation.paymentIntentId!);
    expect(intent).toMatchObject({
      amount: 162_000,
      application_fee_amount: 36_000,
      customer: (await UserModel.findById(buyer._id).lean())?.stripeCustomerId,
      transfer_data: { destination: owner.accountId },
    });
  });

  test.each([
    ["another amount", { amount: 1 }, 409],
    ["another currency", { currency: "usd" }, 422],
    ["a part of a cent", { amount: 162_000.5 }, 422],
    ["someone else", { userId: "ffffffffffffffffffffffff" }, 403],
    ["no dates", { startDate: "" }, 422],
    ["an operator for an id", { id: { $ne: null } }, 422],
    ["a declined card", { paymentMethodId: "pm_card_visa_chargeDeclined" }, 402],
    ["no such card", { paymentMethodId: "pm_nothing" }, 402],
  ])("attack 16: refuses %s", async (_, fields, status) => {
    const answer = await call(chargeAction, buyer, payload(fields));
    expect(answer.status).toBe(status);
    expect(answer.body).toHaveProperty("message", expect.any(String));
    expect(await ReservationModel.countDocuments({ status: "confirmed" })).toBe(0);
  });

  test("an administrator who names somebody else: it would be paid and booked by whoever calls", async () => {
    const { visitor } = await newAdmin();
    const answer = await visitor.visit(chargeAction, "/api", { json: payload() });
    expect(answer.status).toBe(403);
    expect(await ReservationModel.countDocuments()).toBe(0);
    expect((await sandbox.state()).objects.payment_intent ?? 0).toBe(0);
  });

  test("nobody, and who is not verified", async () => {
    expect((await call(chargeAction, undefined, payload())).status).toBe(401);
    const unverified = await createUser({ isVerified: false });
    const fields = { userId: unverified._id.toString() };
    expect((await call(chargeAction, unverified, payload(fields))).status).toBe(403);
  });
});

test("refund and cancel-reservation: the buyer's own, once, and not a stranger's", async () => {
  await call(chargeAction, buyer, payload());
  const { paymentIntentId } = (await ReservationModel.findOne().lean())!;
  const refund = { paymentIntentId, startDate: first };
  const cancel = {
    buyerId: buyer._id.toString(),
    locationId: venue._id.toString(),
    startDate: first,
  };
  const stranger = await createUser();
  expect((await call(refundAction, stranger, refund)).status).toBe(403);
  expect((await call(cancelAction, stranger, cancel)).status).toBe(403);
  const userId = buyer._id.toString();
  expect((await call(refundAction, stranger, { ...refund, userId })).status).toBe(403);
  expect((await call(refundAction, buyer, { ...refund, userId })).body).toEqual({
    ...{ success: true, status: "cancelled" },
    ...{ refunded: 162_000, due: 162_000 },
  });
  expect((await call(cancelAction, buyer, { ...cancel, userId })).body.success).toBe(true);
  expect((await sandbox.state()).objects.refund).toBe(1);
});

test("refund and cancel-reservation: an administrator who names the buyer, for the platform", async () => {
  await call(chargeAction, buyer, payload());
  const { paymentIntentId } = (await ReservationModel.findOne().lean())!;
  const { visitor } = await newAdmin();
  const userId = buyer._id.toString();
  const currentPassword = OFFICE_PASSWORD;
  const refund = { paymentIntentId, startDate: first, userId, currentPassword };
  expect((await visitor.visit(refundAction, "/api", { json: refund })).status).toBe(200);
  const { cancellation } = (await ReservationModel.findOne().lean())!;
  expect(cancellation).toMatchObject({ by: "admin" });
  const locationId = venue._id.toString();
  const cancel = { ...{ buyerId: userId, locationId, startDate: first }, userId };
  expect((await visitor.visit(cancelAction, "/api", { json: cancel })).status).toBe(200);
});

test("cancel-reservation: of several on a day that are over the one made last is answered", async () => {
  const made = async (daysAgo: number, status: "cancelled" | "hold") =>
    await createReservation({
      ...{ venue, buyer, status, startDate: first },
      createdAt: new Date(Date.now() - daysAgo * 86_400_000),
    });
  await made(5, "cancelled");
  const last = await made(2, "cancelled");
  await made(3, "cancelled");
  await made(1, "hold");
  const day = { venueId: venue._id.toString(), buyerId: buyer._id.toString(), startDate: first };
  const cancelled = async (id: User["_id"]) =>
    await cancelByDay({
      ...{ ...day, now: new Date() },
      person: { id: id.toString(), cancelAny: null },
    });
  expect((await cancelled(buyer._id))._id).toEqual(last._id);
  expect((await cancelled(owner._id))._id).toEqual(last._id);
  const stranger = await createUser();
  await expect(cancelled(stranger._id)).rejects.toMatchObject({ code: "forbidden" });
});

test("cancel-reservation: of two half days of a day the one that is named, or none", async () => {
  const halves = await createVenue(owner, { time: "Half" });
  const of = (slot: "AM" | "PM") => ({ startSlot: slot, endSlot: slot });
  for (const slot of ["AM", "PM"] as const) {
    const asked = { id: halves._id.toString(), amount: 54_000, endDate: first, ...of(slot) };
    expect((await call(chargeAction, buyer, payload(asked))).status).toBe(200);
  }
  const cancel = async (fields: object = {}) =>
    await call(cancelAction, buyer, {
      ...{ buyerId: buyer._id.toString(), locationId: halves._id.toString(), startDate: first },
      ...fields,
    });
  const states = async () =>
    (await ReservationModel.find({ venueId: halves._id }).sort({ startSlot: 1 }).lean()).map(
      ({ status }) => status,
    );
  expect((await cancel()).status).toBe(422);
  expect(await states()).toEqual(["confirmed", "confirmed"]);
  const { paymentIntentId } = (await ReservationModel.findOne({ startSlot: "PM" }).lean())!;
  expect((await call(refundAction, buyer, { paymentIntentId, startDate: first })).status).toBe(200);
  // As the specified page does: the refund first, and then this of the same reservation.
  expect((await cancel()).status).toBe(422);
  expect((await cancel({ startSlot: "PM" })).body).toEqual({
    ...{ success: true, status: "cancelled" },
    ...{ refunded: 54_000, due: 54_000 },
  });
  expect(await states()).toEqual(["confirmed", "cancelled"]);
  expect((await cancel({ startSlot: "AM" })).status).toBe(200);
  expect(await states()).toEqual(["cancelled", "cancelled"]);
});

describe("the payment account", () => {
  test("is opened once, whatever is clicked twice, and listed venues follow", async () => {
    const person = await createUser();
    const own = await createVenue(person, { listed: false, searchable: false });
    const before = (await sandbox.state()).objects.account!;
    const answers = await Promise.all(
      [1, 2].map(() => call(createAction, person, { email: "x@y.fr" })),
    );
    const [one, two] = answers.map(({ body }) => body);
    expect(one).toEqual(two);
    const { id } = (one as { data: { account: { id: string } } }).data.account;
    expect((await sandbox.state()).objects.account).toBe(before + 1);
    expect(await UserModel.findById(person._id).lean()).toMatchObject({
      accountId: id,
      stripeStats: "pending",
    });
    expect(await VenueModel.findById(own._id).lean()).toMatchObject({ listed: true });
    const made = await sandbox.stripe.accounts.retrieve(id);
    expect(made.email).toBe(person.email);
    expect(made.requirements!.currently_due).not.toContain("business_profile.url");

    const link = await call(linkAction, person, { accountId: id });
    expect(link.body.url).toContain(sandbox.url);
    expect((await call(saveAction, person, { accountId: id })).status).toBe(200);

    await sandbox.control(`accounts/${id}`, { state: "active" });
    const asked = Date.now();
    expect(await syncAccount(id)).toBe("active");
    const active = (await UserModel.findById(person._id).lean())!;
    expect(active.stripeStats).toBe("active");
    expect(active.stripeStatsAt!.getTime()).toBeGreaterThanOrEqual(asked);
    // Since when it is so, not when it was last asked.
    expect(await syncAccount(id)).toBe("active");
    expect((await UserModel.findById(person._id).lean())!.stripeStatsAt).toEqual(
      active.stripeStatsAt,
    );
    expect(await accountLoginUrl(id)).toContain(sandbox.url);
  });

  test("is noted where it was made for whom it is noted, and takes no other one's place", async () => {
    const person = await createUser();
    const id = person._id.toString();
    const saved = async (accountId: string) =>
      (await call(saveAction, person, { accountId })).status;
    const stored = async () => (await UserModel.findById(id).lean())?.accountId;
    expect(await saved("acct_unknown")).toBe(404);
    expect(await saved(owner.accountId!)).toBe(403);
    const first = await ensureConnectedAccount(id);
    await UserModel.updateOne({ _id: id }, { $unset: { accountId: 1 } });
    expect([await saved(first), await stored()]).toEqual([200, first]);
    await UserModel.updateOne({ _id: id }, { $set: { accountId: "acct_another" } });
    expect([await saved(first), await stored()]).toEqual([403, "acct_another"]);
  });

  test("is asked about at Stripe so often only", async () => {
    const person = await createUser({ accountId: `${owner.accountId}x`, stripeStats: "active" });
    const id = person._id.toString();
    for (let count = 0; count < 30; count += 1) await limit("payment_account", id);
    const { accountId = "" } = person;
    for (const action of [createAction, linkAction, saveAction]) {
      expect((await call(action, person, { accountId })).status).toBe(429);
    }
    const visitor = new Visitor();
    await visitor.context().session.start(person._id);
    for (const [page, intent] of [
      [accountPage, "open"],
      [accountPage, "consult"],
      [settingsPage, "consult"],
    ] as const) {
      expect((await visitor.visit(page, "/", { form: { intent } })).status).toBe(429);
    }
  });

  test("is active only once its money reaches the owner", async () => {
    const account = await sandbox.stripe.accounts.retrieve(owner.accountId!);
    const { lastResponse: _, ...held } = { ...account, payouts_enabled: false };
    await sandbox.control("import", { objects: [held] });
    expect(await syncAccount(owner.accountId!)).toBe("restricted");
    expect((await UserModel.findById(owner._id).lean())?.stripeStats).toBe("restricted");
  });

  test("is active by what is sent on to it, not by charges of its own", async () => {
    const id = owner.accountId!;
    const { lastResponse: _, ...account } = await sandbox.stripe.accounts.retrieve(id);
    expect(account).toMatchObject({
      charges_enabled: false,
      capabilities: { transfers: "active" },
    });
    expect(await syncAccount(id)).toBe("active");
    const chargesAlone = { charges_enabled: true, capabilities: { transfers: "inactive" } };
    await sandbox.control("import", { objects: [{ ...account, ...chargesAlone }] });
    expect(await syncAccount(id)).toBe("restricted");
  });

  test.each([
    [
      "offers again a venue that was not for rent",
      { status: "unavailable" },
      "updateOne",
      () => changeVenue(owner._id.toString(), venue._id.toString(), { status: "available" }),
    ],
    [
      "is given a suspended venue back",
      { suspendedAt: new Date(), listed: false },
      "updateMany",
      () => inTransaction((transaction) => restoreVenue(venue._id, transaction)),
    ],
  ] as const)("becomes good again while its owner %s", async (_case, before, write, act) => {
    const id = owner.accountId!;
    await sandbox.control(`accounts/${id}`, { state: "restricted" });
    await syncAccount(id);
    await VenueModel.updateOne({ _id: venue._id }, { $set: { searchable: false, ...before } });
    await sandbox.control(`accounts/${id}`, { state: "active" });
    // Between what the act read of the owner and its writing: the reading is done by then, or waits for the act.
    let reading: Promise<unknown> | undefined;
    const other = async () => await Promise.race([(reading = syncAccount(id)), delay(1_000)]);
    const go = VenueModel[write].bind(VenueModel) as (...asked: unknown[]) => Query<unknown, Venue>;
    const late = async (query: () => Query<unknown, Venue>) => {
      await other();
      return await query();
    };
    vi.spyOn(VenueModel, write).mockImplementationOnce(((...asked: unknown[]) =>
      asked.length > 2
        ? late(() => go(...asked))
        : {
            session: (transaction: ClientSession) => late(() => go(...asked).session(transaction)),
          }) as never);
    await act();
    expect(await reading).toBe("active");
    expect(await VenueModel.findById(venue._id).lean()).toMatchObject({
      status: "available",
      searchable: true,
    });
  });

  describe("made anew", () => {
    const gone = () => owner.accountId!;
    const stored = async () => (await UserModel.findById(owner._id).lean())!;
    const makeAnew = () => replaceGoneAccount(owner._id.toString(), gone());
    beforeEach(async () => {
      await sandbox.control(`accounts/${gone()}`, { deauthorized: true });
    });
    /** Lets something happen once Stripe has answered, before that is written down. */
    const onceAnswered = (call: "retrieve" | "create", other: () => Promise<unknown>) => {
      const { accounts } = stripe();
      const ask = accounts[call].bind(accounts) as (...asked: unknown[]) => Promise<unknown>;
      vi.spyOn(accounts, call).mockImplementationOnce((async (...asked: unknown[]) => {
        const answer = await ask(...asked).catch((error: unknown) => error);
        await other();
        if (answer instanceof Error) throw answer;
        return answer;
      }) as never);
    };

    test("waits until an organisation's profile says who it is: its owner is told what is missing", async () => {
      await UserModel.updateOne({ _id: owner._id }, { role: "Entreprise" });
      const before = gone();
      await expect(makeAnew()).rejects.toMatchObject({ code: "identity_incomplete" });
      const viewer = {
        id: owner._id.toString(),
        accountId: before,
        stripeStats: "active" as const,
      };
      await expect(ownAccountUrl(viewer)).rejects.toMatchObject({
        ...{ code: "identity_incomplete", field: "identity" },
        message: expect.stringContaining(
          "le nom de la structure, le numéro SIRET et l’adresse",
        ) as string,
      });
      expect(await stored()).toMatchObject({ accountId: before });
    });

    test("does not give way again to the one before, which was read meanwhile", async () => {
      let making: Promise<string | null> | undefined;
      let reading: Promise<unknown> | undefined;
      onceAnswered("create", async () => {
        const answered = new Promise<void>((answer) => {
          onceAnswered("retrieve", async () => {
            answer();
            await making;
          });
        });
        reading = syncAccount(gone());
        await answered;
      });
      const made = await (making = makeAnew());
      await reading;
      expect(await stored()).toMatchObject({ accountId: made, stripeStats: "pending" });
    });

    test("is stored, though the one before was read meanwhile, and the log is told which it replaces", async () => {
      const warned = vi.spyOn(logger, "warn").mockReturnValue();
      const before = gone();
      onceAnswered("create", () => syncAccount(before));
      const made = await makeAnew();
      expect(warned.mock.calls).toEqual([[{ account: made, gone: before }, "account made anew"]]);
      warned.mockRestore();
      expect(await stored()).toMatchObject({ accountId: made, stripeStats: "pending" });
    });

    test("is nobody's whose account was closed meanwhile, nor is what was read", async () => {
      const deletedAt = new Date();
      const close = () => UserModel.updateOne({ _id: owner._id }, { $set: { deletedAt } });
      onceAnswered("create", close);
      await makeAnew();
      const before = await stored();
      expect(before.accountId).toBe(gone());
      await syncAccount(gone());
      expect((await stored()).stripeStats).toBe(before.stripeStats);
    });
  });

  describe("read twice at once", () => {
    const id = () => owner.accountId!;
    const stored = async () => (await UserModel.findById(owner._id).lean())?.stripeStats;
    const setState = (state: string) => sandbox.control(`accounts/${id()}`, { state });
    /** Lets something happen between Stripe's answer to the next reading and its being written down. */
    const onceRead = (other: () => Promise<unknown>) => {
      const { accounts } = stripe();
      const retrieve = accounts.retrieve.bind(accounts);
      vi.spyOn(accounts, "retrieve").mockImplementationOnce((async (asked: string) => {
        const answer = await retrieve(asked);
        await other();
        return answer;
      }) as typeof accounts.retrieve);
    };

    test("is what the reading said that began later, whichever is written last", async () => {
      await setState("restricted");
      onceRead(async () => {
        await setState("active");
        expect(await syncAccount(id())).toBe("active");
      });
      expect(await syncAccount(id())).toBe("active");
      expect(await stored()).toBe("active");
      expect(await VenueModel.findById(venue._id).lean()).toMatchObject({ searchable: true });
      await setState("restricted");
      await syncAccount(id());
      expect(await stored()).toBe("restricted");
    });

    test("is what the earlier one said where the later one was not answered", async () => {
      await setState("restricted");
      onceRead(async () => {
        await sandbox.control("faults", {
          ...{ nextAnswer: "refused", path: "/v1/accounts", method: "GET", times: 1 },
        });
        await expect(syncAccount(id())).rejects.toThrow();
      });
      await syncAccount(id());
      expect(await stored()).toBe("restricted");
    });

    test("is not what an account was when it was made, however late that is told", async () => {
      const person = await createUser();
      const personId = person._id.toString();
      const { accounts } = stripe();
      const create = accounts.create.bind(accounts);
      vi.spyOn(accounts, "create").mockImplementationOnce(
        async (...asked: Parameters<typeof create>) => {
          const made = await create(...asked);
          await ensureConnectedAccount(personId);
          await sandbox.control(`accounts/${made.id}`, { state: "active" });
          await syncAccount(made.id);
          return made;
        },
      );
      const accountId = await ensureConnectedAccount(personId);
      expect(await UserModel.findById(person._id).lean()).toMatchObject({
        ...{ accountId, stripeStats: "active" },
      });
    });
  });

  test("stays what it was while Stripe refuses to tell: that is not an account that is gone", async () => {
    const before = await UserModel.findById(owner._id).lean();
    await sandbox.control("faults", {
      ...{ nextAnswer: "refused", path: "/v1/accounts", method: "GET", times: 9 },
    });
    await expect(syncAccount(owner.accountId!)).rejects.toThrow();
    expect(await UserModel.findById(owner._id).lean()).toMatchObject(before!);
  });

  test("is not gone because the key may not read it", async () => {
    const { StripePermissionError } = Stripe.errors;
    const message = "The provided key does not have the required permissions for this endpoint";
    const refusal = new StripePermissionError({ message, type: "invalid_request_error" } as never);
    vi.spyOn(stripe().accounts, "retrieve").mockRejectedValueOnce(refusal);
    await expect(syncAccount(owner.accountId!)).rejects.toBe(refusal);
    expect((await UserModel.findById(owner._id).lean())?.stripeStats).toBe("active");
  });

  describe("read again at night", () => {
    const stored = async ({ _id }: User) => (await UserModel.findById(_id).lean())?.stripeStats;
    const day = (count: number) => new Date(Date.UTC(2026, 0, count));
    let others: User[];
    beforeEach(async () => {
      others = [];
      for (const count of [3, 2]) {
        const { owner: other } = await createPayableVenue();
        await UserModel.updateOne(
          { _id: other._id },
          { stripeStats: "restricted", accountReadings: { begun: 1, written: 1, at: day(count) } },
        );
        others.push(other);
      }
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });
    /** The accounts that Stripe is asked about from here on, in order. */
    const listen = () => {
      const retrieve = vi.spyOn(stripe().accounts, "retrieve").mockClear();
      const asked = () => retrieve.mock.calls.map(([id]) => id);
      return { retrieve, asked };
    };

    test("is what Stripe says of it now: whatever was stored, and the longest unread first", async () => {
      await UserModel.updateOne({ _id: owner._id }, { $unset: { accountReadings: 1 } });
      const { retrieve, asked } = listen();
      await syncAccounts();
      const [third, second] = others;
      expect(asked()).toEqual([owner, second, third].map((one) => one!.accountId));
      expect(await Promise.all([owner, ...others].map(stored))).toEqual(
        Array.from({ length: 3 }, () => "active"),
      );
      expect(await VenueModel.countDocuments({ searchable: true })).toBe(3);
      // Nobody's whose account is closed.
      await UserModel.updateOne({ _id: owner._id }, { deletedAt: new Date() });
      retrieve.mockClear();
      await syncAccounts();
      expect(asked()).toEqual([second, third].map((one) => one!.accountId));
    });

    test("keeps no other from its turn where it cannot be read, and the job says so", async () => {
      const path = `/v1/accounts/${others[1]!.accountId}`;
      await sandbox.control("faults", { nextAnswer: "refused", path, method: "GET", times: 9 });
      await expect(syncAccounts()).rejects.toMatchObject({ errors: [expect.any(Error)] });
      await sandbox.control("faults", { nextAnswer: "normal" });
      expect(await Promise.all(others.map(stored))).toEqual(["active", "restricted"]);
      // Not the first for ever.
      const read = (await UserModel.findById(others[1]!._id).lean())!.accountReadings!;
      expect(read.at!.getTime()).toBeGreaterThan(day(3).getTime());
    });

    describe("with Stripe's key of another platform, to which none of them are known,", () => {
      const gone = new Stripe.errors.StripePermissionError({
        ...{ message: "No such account", type: "invalid_request_error", code: "account_invalid" },
      } as never);
      let owners: User[];
      const stats = async () => new Set(await Promise.all(owners.map(stored)));
      beforeEach(async () => {
        for (let count = 0; count < 3; count += 1) others.push((await createPayableVenue()).owner);
        owners = [owner, ...others];
        await UserModel.updateMany({}, { stripeStats: "active" });
      });

      test("stays what it was, and after the fifth no more are asked about", async () => {
        const { retrieve, asked } = listen();
        retrieve.mockRejectedValue(gone);
        await expect(syncAccounts()).rejects.toThrow("Is the key another platform's?");
        expect(asked()).toHaveLength(5);
        expect(await stats()).toEqual(new Set(["active"]));
      });

      test("stays what it was though one was made with that key", async () => {
        const { retrieve, asked } = listen();
        const known = await stripe().accounts.retrieve(others[1]!.accountId!);
        retrieve.mockClear();
        retrieve.mockImplementation((async (id: string) => {
          if (id !== known.id) throw gone;
          return await Promise.resolve(known);
        }) as never);
        await expect(syncAccounts()).rejects.toThrow("Is the key another platform's?");
        expect(asked()).toHaveLength(6);
        expect(await stats()).toEqual(new Set(["active"]));
      });

      test("is restricted where no more than half of them are gone", async () => {
        const { retrieve } = listen();
        retrieve.mockRejectedValueOnce(gone);
        await syncAccounts();
        expect((await Promise.all(owners.map(stored))).toSorted()).toEqual([
          ...Array.from({ length: 5 }, () => "active"),
          "restricted",
        ]);
      });
    });

    test("is left for the next night while Stripe does not answer", async () => {
      for (let count = 0; count < 2; count += 1) await createPayableVenue();
      const { retrieve, asked } = listen();
      const { StripeConnectionError } = Stripe.errors;
      retrieve.mockRejectedValue(new StripeConnectionError({ message: "away", type: "api_error" }));
      await expect(syncAccounts()).rejects.toThrow();
      expect(asked()).toHaveLength(3);
    });
  });

  test("decides whether its owner's venues are found, and everybody is told of it once", async () => {
    const told = async () => {
      const setting = await SettingModel.findById(CONTENT_VERSION).lean();
      const changes = (setting?.changes ?? []).map((said) => JSON.parse(said) as ContentChange);
      return changes.filter(({ owners }) => owners?.includes(owner._id.toString())).length;
    };
    for (const [index, state] of (["restricted", "active"] as const).entries()) {
      await sandbox.control(`accounts/${owner.accountId}`, { state });
      for (let looks = 0; looks < 2; looks += 1) {
        expect(await syncAccount(owner.accountId!)).toBe(state);
        const isFound = state === "active";
        expect(await VenueModel.findById(venue._id).lean()).toMatchObject({ searchable: isFound });
        expect(await told()).toBe(index + 1);
      }
    }
  });

  describe("that becomes limited", () => {
    const limit = async () => {
      await sandbox.control(`accounts/${owner.accountId}`, { state: "restricted" });
      expect(await syncAccount(owner.accountId!)).toBe("restricted");
    };
    const mails = async () => {
      const subject = "Votre compte de paiement est limité";
      return await MailModel.find({ to: owner.email, subject }).lean();
    };
    const openOnes = async () => (await findCases()).cases.map(({ key }) => key);
    const decide = async () => {
      const { actor } = await newAdmin();
      const userId = owner._id.toString();
      return { actor, userId, why: "Fraude", password: OFFICE_PASSWORD, now: new Date() };
    };

    test("is told of by a mail, once, in words for whatever limits it", async () => {
      await limit();
      await limit();
      const [mail, ...others] = await mails();
      expect(others).toEqual([]);
      expect(mail!.text).toContain("a limité votre compte\u00a0: rien ne peut vous être versé");
      expect(mail!.text).toContain("vos lieux ne sont pas dans les recherches");
    });

    test.each(["verifying", "reviewed"])(
      "because Stripe looks at it (%s) is told of once, with nothing to send, and stays limited",
      async (state) => {
        const id = owner._id.toString();
        await sandbox.control(`accounts/${owner.accountId}`, { state });
        for (let looks = 0; looks < 2; looks += 1) {
          expect(await syncAccount(owner.accountId!)).toBe("restricted");
        }
        const [mail, ...others] = await mails();
        expect(others).toEqual([]);
        expect(mail!.text).toContain("vous n’avez rien à lui envoyer");
        expect((await findCase(`owner:${id}`))?.kind).toBe("owner");
        const viewer = {
          id,
          accountId: owner.accountId,
          stripeStats: "restricted" as const,
        };
        expect(await accountState(viewer, new URLSearchParams())).toMatchObject({
          status: "restricted",
          isLookedAt: true,
        });
        expect(await ownAccountUrl(viewer)).not.toContain("/connect/");
        await sandbox.control(`accounts/${owner.accountId}`, { state: "active" });
        expect(await syncAccount(owner.accountId!)).toBe("active");
      },
    );

    test("is told of again, and a case again, once Stripe asks for something that it first did not", async () => {
      const key = `owner:${owner._id.toString()}`;
      const look = async (state: "verifying" | "restricted") => {
        await sandbox.control(`accounts/${owner.accountId}`, { state });
        expect(await syncAccount(owner.accountId!)).toBe("restricted");
        return (await mails()).map(({ text }) => text?.includes("il manque quelque chose"));
      };
      expect(await look("verifying")).toEqual([false]);
      const { actor } = await newAdmin();
      const now = new Date();
      const { seen } = await caseFile(key, now);
      await settleCase({
        ...{ actor, key, now, seen },
        why: "Stripe vérifie",
        password: undefined,
      });
      expect(await openOnes()).toEqual([]);
      expect(await look("restricted")).toEqual([false, true]);
      expect(await openOnes()).toEqual([key]);
      expect(await look("restricted")).toEqual([false, true]);
    });

    test("is told of without a word of venues to who has none", async () => {
      await VenueModel.updateOne({ _id: venue._id }, { $set: { deletedAt: new Date() } });
      await limit();
      const [mail] = await mails();
      expect(mail!.text).not.toContain("lieux");
    });

    test("while its owner is banned is told of when the ban is taken back", async () => {
      const decision = await decide();
      await banForPlatform({ ...decision, coming: "keep" });
      await limit();
      expect(await mails()).toEqual([]);
      await unbanUser(decision);
      expect(await mails()).toHaveLength(1);
      await banForPlatform({ ...decision, coming: "keep" });
      await unbanUser(decision);
      expect(await mails()).toHaveLength(1);
    });

    test("and good again before the ban is taken back is not told of", async () => {
      const decision = await decide();
      await banForPlatform({ ...decision, coming: "keep" });
      await limit();
      await sandbox.control(`accounts/${owner.accountId}`, { state: "active" });
      await syncAccount(owner.accountId!);
      await unbanUser(decision);
      expect(await mails()).toEqual([]);
    });
  });

  test("that was never active waits, and is not limited, while Stripe looks at what was told", async () => {
    const person = await createUser();
    const accountId = await ensureConnectedAccount(person._id.toString());
    const viewer = { id: person._id.toString(), accountId, stripeStats: "pending" as const };
    expect(await ownAccountUrl(viewer)).toContain("/connect/");
    for (const state of ["verifying", "reviewed"]) {
      await sandbox.control(`accounts/${accountId}`, { state });
      expect(await syncAccount(accountId)).toBe("pending");
      expect(await accountState(viewer, new URLSearchParams())).toMatchObject({ isLookedAt: true });
      expect(await ownAccountUrl(viewer)).not.toContain("/connect/");
    }
    await sandbox.control(`accounts/${accountId}`, { state: "restricted" });
    expect(await syncAccount(accountId)).toBe("restricted");
    await sandbox.control(`accounts/${accountId}`, { state: "verifying" });
    expect(await syncAccount(accountId)).toBe("pending");
    expect(await MailModel.countDocuments({ to: person.email })).toBe(1);
  });

  test("is one after a lost answer and a changed address", async () => {
    const person = await createUser();
    const id = person._id.toString();
    const before = (await sandbox.state()).objects.account!;
    await sandbox.control("faults", {
      nextAnswer: "lost-after-deed",
      path: "/v1/accounts",
      times: 9,
    });
    await expect(ensureConnectedAccount(id)).rejects.toMatchObject({ code: "unavailable" });
    await sandbox.control("faults", { nextAnswer: "normal" });
    await UserModel.updateOne({ _id: id }, { $set: { email: "autre@exemple.fr" } });
    const accountId = await ensureConnectedAccount(id);
    expect((await sandbox.state()).objects.account).toBe(before + 1);
    expect((await sandbox.stripe.accounts.retrieve(accountId)).email).toBe("autre@exemple.fr");
  });

  test("that is gone at Stripe is made anew, where its owner asks for it", async () => {
    const person = await createUser();
    const id = person._id.toString();
    const gone = await ensureConnectedAccount(id);
    const viewer = { id, accountId: gone, stripeStats: "active" as const };
    await sandbox.control("faults", { nextAnswer: "refused", path: "/v1/account", times: 1 });
    await expect(ownAccountUrl({ ...viewer, stripeStats: "pending" })).rejects.toMatchObject({
      code: "account_failed",
    });
    expect((await UserModel.findById(id).lean())?.accountId).toBe(gone);
    await sandbox.control(`accounts/${gone}`, { deauthorized: true });
    expect(await ownAccountUrl(viewer)).toContain("http");
    const after = (await UserModel.findById(id).lean())!;
    expect(after).toMatchObject({ stripeStats: "pending" });
    expect(after.accountId).not.toBe(gone);
    expect((await sandbox.stripe.accounts.retrieve(after.accountId!)).metadata).toEqual({
      user: id,
    });
    await sandbox.control(`accounts/${after.accountId}`, { deauthorized: true });
    expect(await openAccount(id)).toContain("http");
    expect((await UserModel.findById(id).lean())?.accountId).not.toBe(after.accountId);
  });

  test("of someone else can be neither taken nor opened", async () => {
    const person = await createUser();
    const theirs = { accountId: owner.accountId };
    expect((await call(saveAction, person, theirs)).status).toBe(403);
    expect((await call(linkAction, person, theirs)).status).toBe(403);
    expect((await call(saveAction, person, { accountId: "acct_nobody" })).status).toBe(404);
    const named = { ...theirs, id: owner._id.toString() };
    expect((await call(saveAction, person, named)).status).toBe(403);
    expect((await UserModel.findById(person._id).lean())?.accountId).toBeUndefined();
  });
});
