import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { answerByLink, answerPage, giveAnswer } from "~/bookings/answer/answer-page.server";
import { answerToken } from "~/bookings/mail/answer-link.server";
import { cancelPage } from "~/bookings/cancel/cancel-preview.server";
import { refundText } from "~/bookings/components/refund-text";
import { dayLimits } from "~/rules/calendar";
import { quote } from "~/rules/price";
import { addDays, addMinutes, parisMidnight } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { loader } from "~/routes/demandes/$token/$answer";
import { emptyDatabase, useDatabase } from "../support/database";
import { createOwner, createUser, createVenue } from "../support/fixtures";
import { Visitor } from "../support/visitor";

useDatabase();
beforeEach(emptyDatabase);

const now = new Date();
const day = addDays(dayLimits(now).earliest, 2);
const notFound = new Refusal("not_found");
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code: string }) => error.code,
  );

async function pendingRequest(fields: Partial<Reservation> = {}) {
  const [owner, buyer] = [await createOwner(), await createUser({ name: "Louis" })];
  const venue = await createVenue(owner, { needValidation: true });
  const price = quote({ period: "Day", unitPrice: 48_000, units: 1 });
  const request = await ReservationModel.create({
    period: price.period,
    units: price.units,
    unitPrice: price.unitPrice,
    subtotal: price.subtotal,
    fee: price.fee,
    commission: price.commission,
    total: price.total,
    ownerShare: price.ownerShare,
    platformShare: price.platformShare,
    reference: "PDS-TEST01",
    venueId: venue._id,
    userId: buyer._id,
    ownerId: owner._id,
    accountId: owner.accountId,
    venueTitle: venue.title,
    venueCity: venue.city,
    startDate: day,
    endDate: day,
    startSlot: "AM",
    endSlot: "PM",
    policy: "modérée",
    needValidation: true,
    status: "pending",
    answerBy: addMinutes(now, 60),
    attempt: 1,
    requestKey: "k1",
    history: [],
    ...fields,
  });
  return { id: request._id.toString(), ownerId: owner._id.toString(), buyer };
}

describe("answering a request", () => {
  it("shows its owner what is asked and what they receive", async () => {
    const { id, ownerId } = await pendingRequest();
    const request = await answerPage("accepter", { reservationId: id, ownerId, now });
    expect(request).toMatchObject({ state: "pending", buyer: "Louis D.", ownerShare: 42_000 });
  });

  it("shows it to nobody else", async () => {
    const { id, buyer } = await pendingRequest();
    for (const ownerId of [buyer._id.toString(), new Types.ObjectId().toString()]) {
      await expect(answerPage("accepter", { reservationId: id, ownerId, now })).rejects.toEqual(
        notFound,
      );
    }
  });

  it("opens by the mail's link, until a month after its deadline, and not by a forged one", async () => {
    const { id } = await pendingRequest();
    const token = answerToken(id, addMinutes(now, 60));
    expect(await answerPage("accepter", answerByLink(token, now))).toMatchObject({
      id,
      state: "pending",
    });
    const late = addMinutes(now, 61);
    expect(await answerPage("accepter", answerByLink(token, late))).toMatchObject({
      id,
      state: "cancelled",
    });
    const tooLate = await codeOf(giveAnswer("refuser", answerByLink(token, late), undefined));
    expect(tooLate).toBe("already_answered");
    expect(() => answerByLink(token, addMinutes(now, 60 + 30 * 24 * 60))).toThrow(notFound);
    const forged = (token.startsWith("A") ? "B" : "A") + token.slice(1);
    for (const bad of [forged, ""]) {
      expect(() => answerByLink(bad, now)).toThrow(notFound);
    }
  });

  it("is answered by the mail's link after a deadline that was put off", async () => {
    const { id } = await pendingRequest({ answerBy: addMinutes(now, 48 * 60) });
    const answer = answerByLink(answerToken(id, addMinutes(now, -60)), now);
    expect(await answerPage("accepter", answer)).toMatchObject({ id, state: "pending" });
    await giveAnswer("refuser", answer, undefined);
    expect((await answerPage("accepter", answer)).ownersReason).not.toBeNull();
  });

  it("says once it is too late or answered", async () => {
    const late = await pendingRequest({ answerBy: addMinutes(now, -1) });
    const page = await answerPage("accepter", {
      reservationId: late.id,
      ownerId: late.ownerId,
      now,
    });
    expect(page.state).toBe("cancelled");
  });

  it("asks no owner who was banned since for a yes that is refused them, and lets them say no", async () => {
    const { id, ownerId } = await pendingRequest();
    await UserModel.updateOne({ _id: ownerId }, { bannedAt: now });
    const answer = answerByLink(answerToken(id, addMinutes(now, 60)), now);
    expect(await codeOf(giveAnswer("accepter", answer, undefined))).toBe("not_found");
    await expect(answerPage("accepter", answer)).rejects.toEqual(notFound);
    expect(await answerPage("refuser", answer)).toMatchObject({ id, state: "pending" });
    await giveAnswer("refuser", answer, undefined);
    expect((await answerPage("accepter", answer)).ownersReason).not.toBeNull();
  });

  it("takes no yes to days that have gone by, whatever its deadline, and takes a no", async () => {
    const { id, ownerId } = await pendingRequest({ answerBy: addMinutes(now, 30 * 24 * 60) });
    const answer = { reservationId: id, ownerId, now: parisMidnight(addDays(day, 1)) };
    expect(await codeOf(giveAnswer("accepter", answer))).toBe("answer_not_awaited");
    expect((await ReservationModel.findById(id).lean())?.status).toBe("pending");
    await giveAnswer("refuser", answer);
    expect((await ReservationModel.findById(id).lean())?.status).not.toBe("pending");
  });

  it("knows no third answer", async () => {
    const { id } = await pendingRequest();
    const params = { token: answerToken(id, addMinutes(now, 60)), answer: "peut-etre" };
    const open = new Visitor().visit(loader, "/demandes", { params });
    await expect(open).rejects.toMatchObject({ status: 404 });
  });
});

describe("before cancelling", () => {
  it.each([
    [{}, "Le montant réservé sur votre carte, 540,00\u00a0€, est libéré\u00a0: rien n’est débité."],
    [
      { status: "confirmed", paidAt: now, chargeId: "ch_1" },
      "Vous serez remboursé(e) de 270,00\u00a0€ sur les 540,00\u00a0€ payés.",
    ],
  ] as const)("says the exact amount (%#)", async (fields, text) => {
    const { id, buyer } = await pendingRequest(fields);
    const by = { role: "buyer", userId: buyer._id.toString() } as const;
    const page = await cancelPage(id, by, now);
    expect("preview" in page && refundText(page.preview, page.contested)).toBe(text);
  });
});
