import { sandbox, stored, untilCertain } from "../support/payments";
import mongoose from "mongoose";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { AuditEntryModel } from "@models/audit-entry";
import { CallingOffModel } from "@models/calling-off";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { restoreForPlatform } from "~/admin/moderation/decide-appeal.server";
import { banUser, unbanUser } from "~/admin/users/ban-user.server";
import { decideCallingOff, goOnCallingOff } from "~/admin/users/calling-off.server";
import { calledOffToast, cancelledToast } from "~/admin/users/components/departure";
import { cancelComing, cancelComingOf } from "~/admin/users/cancel-coming.server";
import { reconcile } from "~/bookings/payment/reconcile.server";
import { inTransaction } from "~/platform/database.server";
import { addMinutes } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { takeToast } from "~/platform/web/toast.server";
import { action as cancelPage } from "~/routes/admin/reservation/$id/annuler";
import { suspendVenue } from "~/venues/suspend-venue.server";
import { confirmReservation } from "../support/confirmed-reservation";
import { emptyDatabase, useDatabase } from "../support/database";
import { createUser } from "../support/fixtures";
import { justBefore } from "../support/just-before";
import { newAdmin, OFFICE_PASSWORD } from "../support/office";

/** What is left of an act that calls off several paid reservations, whatever Stripe and others do meanwhile. */

useDatabase();

const now = new Date();
const why = "Compte frauduleux";
let buyer: User;
let paid: Reservation[];

beforeEach(async () => {
  await emptyDatabase();
  await sandbox.control("reset");
  buyer = await createUser();
  const first = await confirmReservation(buyer, { now });
  const second = await confirmReservation(buyer, { days: 60, now });
  paid = [first.reservation, second.reservation];
});

const idOf = ({ _id }: Pick<User | Reservation, "_id">) => _id.toString();
const down = () => sandbox.control("faults", { nextAnswer: "500", path: "/v1/refunds", times: 99 });
const written = async () =>
  (await AuditEntryModel.find().sort({ seq: 1 }).lean()).map(({ act, target, ...entry }) => [
    act,
    target,
    entry.why,
  ]);
const statuses = async () => (await Promise.all(paid.map(stored))).map(({ status }) => status);

test("waits for a silent Stripe three times, and leaves what it decides afterwards to the reconciliation", async () => {
  const { actor } = await newAdmin();
  for (const days of [70, 80, 90]) {
    paid.push((await confirmReservation(buyer, { days, now })).reservation);
  }
  await down();
  const said = vi.spyOn(logger, "error").mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const request = { actor, userId: idOf(buyer), why, password: OFFICE_PASSWORD, now };
  expect(await cancelComingOf(request)).toEqual({ cancelled: 5, unfinished: 5, left: 0, came: 0 });
  const waited = said.mock.calls.filter(([, what]) => what === "left to the reconciliation");
  expect(waited).toHaveLength(3);
  await sandbox.control("faults", { nextAnswer: "normal" });
  await untilCertain();
  await reconcile(addMinutes(now, 6));
  expect(await statuses()).toEqual(Array(5).fill("cancelled"));
});

test("while Stripe does not answer it is decided and written down, and nobody is told that it failed", async () => {
  const { actor } = await newAdmin();
  await down();
  const request = { actor, userId: idOf(buyer), why, password: OFFICE_PASSWORD, now };
  const outcome = await cancelComingOf(request);
  expect(await statuses()).toEqual(["cancelling", "cancelling"]);
  expect(outcome).toEqual({ cancelled: 2, unfinished: 2, left: 0, came: 0 });
  expect(await written()).toEqual([
    ...paid.map((one) => ["reservation.cancel", idOf(one), why]),
    ["user.cancel-reservations", idOf(buyer), why],
  ]);
  expect(cancelledToast(outcome)).toBe(
    "2\u00a0annulations sont décidées\u00a0: elles se terminent dès que Stripe répond, sans rien faire de plus.",
  );
  const again = await cancelComingOf(request);
  expect(again).toEqual({ cancelled: 0, unfinished: 0, left: 0, came: 0 });
  expect(cancelledToast(again)).toBe("Ces réservations sont déjà annulées.");
  await sandbox.control("faults", { nextAnswer: "normal" });
  await reconcile(addMinutes(now, 6));
  expect(await statuses()).toEqual(["cancelled", "cancelled"]);
  expect(await written()).toHaveLength(3);
});

test.each([
  ["finished", "La réservation est annulée."],
  [
    "decided",
    "L’annulation est décidée\u00a0: elle se termine dès que Stripe répond, sans rien faire de plus.",
  ],
])("one that is %s is said to be that", async (far, said) => {
  const { visitor } = await newAdmin();
  if (far === "decided") await down();
  const id = idOf(paid[0]!);
  const form = { amount: "162000", why, currentPassword: OFFICE_PASSWORD };
  const path = `/admin/reservation/${id}/annuler`;
  expect((await visitor.visit(cancelPage, path, { form, params: { id } })).status).toBe(303);
  const toastOf = async ({ request }: { request: Request }) =>
    Response.json((await takeToast(request)).toast);
  expect(await (await visitor.visit(toastOf, "/")).json()).toMatchObject({ message: said });
});

test("of two officers at once each reservation is written down once, and nothing counts as left", async () => {
  const [one, another] = [await newAdmin(), await newAdmin()];
  const outcomes = await Promise.all(
    [one, another].map(({ actor }) =>
      cancelComingOf({ actor, userId: idOf(buyer), why, password: OFFICE_PASSWORD, now }),
    ),
  );
  expect(outcomes.map(({ left }) => left)).toEqual([0, 0]);
  expect(outcomes[0]!.cancelled + outcomes[1]!.cancelled).toBe(2);
  const each = (await written()).filter(([act]) => act === "reservation.cancel");
  expect(each.map(([, target]) => target).toSorted()).toEqual(paid.map(idOf).toSorted());
});

test("what nobody expected at the first leaves the others called off", async () => {
  const { actor } = await newAdmin();
  const request = { actor, userId: idOf(buyer), why, password: OFFICE_PASSWORD, now };
  // Of the deed's first transaction: the log's entry of the first reservation is there already.
  const broken = AuditEntryModel.schema.path("target");
  const failsFor = (target: unknown) => target !== idOf(paid[0]!);
  broken.validate(failsFor, "broken");
  try {
    const outcome = await cancelComingOf(request);
    expect(outcome).toEqual({ cancelled: 1, unfinished: 0, left: 1, came: 0 });
  } finally {
    broken.validators = broken.validators.filter(({ validator }) => validator !== failsFor);
  }
  expect(await statuses()).toEqual(["confirmed", "cancelled"]);
  expect(await cancelComingOf(request)).toEqual({ cancelled: 1, unfinished: 0, left: 0, came: 0 });
});

test("an outage of the database at the first is told as what it is, and leaves the others called off", async () => {
  const { actor } = await newAdmin();
  const said = vi.spyOn(logger, "error").mockReturnValue();
  const away = new mongoose.mongo.MongoNetworkError("away");
  const once = vi.spyOn(mongoose.connection, "transaction").mockRejectedValueOnce(away);
  onTestFinished(() => [said, once].forEach((spy) => spy.mockRestore()));
  const outcome = await cancelComing({ actor, userId: idOf(buyer), why, now });
  expect(outcome).toEqual({ cancelled: 1, unfinished: 0, left: 1, came: 0 });
  expect(said).not.toHaveBeenCalled();
});

test("what came once it was decided is counted apart, and nobody is told that it is tried again", async () => {
  const { actor } = await newAdmin();
  const outcome = await cancelComing({ actor, userId: idOf(buyer), known: [paid[0]!], now });
  expect(await statuses()).toEqual(["cancelled", "confirmed"]);
  expect(outcome).toEqual({ cancelled: 1, unfinished: 0, left: 0, came: 1 });
  expect(calledOffToast("Le compte est banni.", outcome, "decided")).toEqual({
    type: "error",
    message:
      "Le compte est banni. 1\u00a0réservation est arrivée entre-temps\u00a0: elle s’annule depuis sa fiche.",
  });
});

describe("with a ban or a suspension, whose process ends before it is done,", () => {
  const later = addMinutes(now, 11);
  /** The process ends once the decision is committed: the next question about reservations is not answered any more. */
  const ends = () => {
    vi.spyOn(ReservationModel, "find").mockImplementationOnce(() => {
      throw new Error("ended");
    });
    return Promise.resolve();
  };
  const ban = async (alongside: () => Promise<void>) => {
    const { actor } = await newAdmin();
    const request = { actor, userId: idOf(buyer), why, password: OFFICE_PASSWORD, now };
    const banning = banUser({
      ...request,
      isReported: false,
      coming: "cancel",
      appeal: "https://x.example",
      alongside,
    });
    await expect(banning).rejects.toThrow();
    expect(await UserModel.findById(buyer._id).lean()).toMatchObject({ bannedAt: now });
    return request;
  };
  const endings = async () =>
    (await AuditEntryModel.find().lean()).flatMap(({ act, after }) =>
      act.endsWith(".cancel-reservations") ? [after] : [],
    );

  test("goes on by the job, once", async () => {
    await ban(ends);
    // Whoever decided it may still be at it.
    await goOnCallingOff(addMinutes(now, 9));
    expect(await statuses()).toEqual(["confirmed", "confirmed"]);
    await goOnCallingOff(later);
    await goOnCallingOff(later);
    expect(await statuses()).toEqual(["cancelled", "cancelled"]);
    expect((await written()).slice(1)).toEqual([
      ...paid.map((one) => ["reservation.cancel", idOf(one), why]),
      ["user.cancel-reservations", idOf(buyer), why],
    ]);
    expect(await endings()).toEqual(["2\u00a0annulées sur 2"]);
  });

  test("is written down as a whole, when all but the log's last entry was there", async () => {
    const broken = AuditEntryModel.schema.path("act");
    const fails = (act: unknown) => act !== "user.cancel-reservations";
    onTestFinished(() => {
      broken.validators = broken.validators.filter(({ validator }) => validator !== fails);
    });
    await ban(() => Promise.resolve(void broken.validate(fails, "broken")));
    expect(await statuses()).toEqual(["cancelled", "cancelled"]);
    broken.validators = broken.validators.filter(({ validator }) => validator !== fails);
    await Promise.all([goOnCallingOff(later), goOnCallingOff(later)]);
    expect(await endings()).toEqual(["2\u00a0annulées sur 2"]);
    expect(await written()).toHaveLength(4);
  });

  describe("and of which something could not be called off at first,", () => {
    /** What nobody expected at the first, before its decision; until it is mended. */
    const breakFirst = () => {
      const target = AuditEntryModel.schema.path("target");
      const fails = (value: unknown) => value !== idOf(paid[0]!);
      target.validate(fails, "broken");
      const mend = () => {
        target.validators = target.validators.filter(({ validator }) => validator !== fails);
      };
      onTestFinished(mend);
      return mend;
    };

    test("goes on with it, and is written down as a whole then", async () => {
      await ban(ends);
      const mend = breakFirst();
      await goOnCallingOff(later);
      expect(await statuses()).toEqual(["confirmed", "cancelled"]);
      expect(await endings()).toEqual([]);
      mend();
      await goOnCallingOff(addMinutes(later, 5));
      expect(await statuses()).toEqual(["cancelled", "cancelled"]);
      expect(await endings()).toEqual(["2\u00a0annulées sur 2"]);
      expect(await CallingOffModel.countDocuments()).toBe(0);
    });

    test("fails an hour later, so that the office hears of whom it is, and ends with the ban", async () => {
      const request = await ban(ends);
      breakFirst();
      await goOnCallingOff(addMinutes(now, 59));
      const whose = `user:${idOf(buyer)}`;
      await expect(goOnCallingOff(addMinutes(now, 60))).rejects.toThrow(whose);
      await unbanUser(request);
      expect(await CallingOffModel.countDocuments()).toBe(0);
      await goOnCallingOff(addMinutes(now, 65));
    });

    test("ends once somebody else has called it off", async () => {
      const request = await ban(ends);
      const mend = breakFirst();
      await goOnCallingOff(later);
      mend();
      const { actor } = await newAdmin();
      await cancelComingOf({ ...request, actor });
      await goOnCallingOff(addMinutes(now, 65));
      expect(await CallingOffModel.countDocuments()).toBe(0);
    });
  });

  test("ends with a suspension that was taken back since", async () => {
    const { actor } = await newAdmin();
    const { venueId } = paid[0]!;
    const of = `venue:${venueId.toString()}` as const;
    await inTransaction(async (transaction) => {
      await suspendVenue(venueId, now, transaction);
      await decideCallingOff({ of, actor, why, known: [paid[0]!], now }, transaction);
    });
    await restoreForPlatform({ actor, venueId: venueId.toString(), why: "Corrigé", now });
    expect(await CallingOffModel.countDocuments()).toBe(0);
  });

  test("ends with a ban that was taken back since", async () => {
    await unbanUser(await ban(ends));
    expect(await CallingOffModel.countDocuments()).toBe(0);
    await goOnCallingOff(later);
    expect(await statuses()).toEqual(["confirmed", "confirmed"]);
    expect(await CallingOffModel.countDocuments()).toBe(0);
  });

  test("leaves what it was about to call off when the ban is taken back at that moment", async () => {
    const request = await ban(ends);
    justBefore("Setting", "updateOne", () => unbanUser(request));
    await goOnCallingOff(later);
    expect(await statuses()).toEqual(["confirmed", "confirmed"]);
    expect(await CallingOffModel.countDocuments()).toBe(0);
    expect((await written()).map(([act]) => act)).toEqual(["user.ban", "user.unban"]);
  });

  test("goes on at a venue that is suspended", async () => {
    const { actor } = await newAdmin();
    const { venueId } = paid[0]!;
    const decided = {
      of: `venue:${venueId.toString()}`,
      actor,
      why,
      known: [paid[0]!],
      now,
    } as const;
    await inTransaction(async (transaction) => {
      await suspendVenue(venueId, now, transaction);
      await decideCallingOff(decided, transaction);
    });
    await goOnCallingOff(later);
    expect(await statuses()).toEqual(["cancelled", "confirmed"]);
    expect(await endings()).toEqual(["1\u00a0annulée sur 1"]);
  });
});
