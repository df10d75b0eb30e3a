import { Types } from "mongoose";
import { beforeEach, describe, expect, it } from "vitest";
import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { answerByLink } from "~/bookings/answer/answer-by-link.server";
import { answerPage, giveAnswer } from "~/bookings/answer/answer-page.server";
import type { Answer } from "~/bookings/answer/answer-request.server";
import { answerToken } from "~/bookings/mail/answer-link.server";
import { cancelPage } from "~/bookings/cancel/cancel-preview.server";
import { refundText } from "~/bookings/components/refund-text";
import { dayLimits } from "~/rules/calendar";
import { quote } from "~/rules/price";
import { addDays, addMinutes, parisMidnight } from "~/platform/days";
import { Refusal } from "~/platform/refusal";
import { action, loader } from "~/routes/demandes/$token/$answer";
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
  return { id: request._id.toString(), ownerId: owner._id.toString(), owner, buyer };
}

/** What the link of a mail to its owner lets its holder do, who must be let. */
async function byLink(token: string, at: Date): Promise<Answer> {
  const by = await answerByLink({ token, answer: "accepter" }, at);
  if ("to" in by) throw new Error(`Led to ${by.to}`);
  return by;
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
    const { id, owner } = await pendingRequest();
    const token = answerToken(id, addMinutes(now, 60), owner.email);
    expect(await answerPage("accepter", await byLink(token, now))).toMatchObject({
      id,
      state: "pending",
    });
    const late = addMinutes(now, 61);
    expect(await answerPage("accepter", await byLink(token, late))).toMatchObject({
      id,
      state: "cancelled",
    });
    const tooLate = await codeOf(giveAnswer("refuser", await byLink(token, late), undefined));
    expect(tooLate).toBe("answer_not_awaited");
    const to = `/mes-locations/demandes/${id}/accepter`;
    const monthLater = addMinutes(now, 60 + 30 * 24 * 60);
    const over = await answerByLink({ token, answer: "accepter" }, monthLater);
    expect(over).toMatchObject({ to });
    const forged = token.slice(0, -2) + (token.endsWith("AA") ? "BB" : "AA");
    expect(await answerByLink({ token: forged, answer: "accepter" }, now)).toEqual(over);
    const none = answerByLink({ token: "", answer: "accepter" }, now);
    await expect(none).rejects.toEqual(notFound);
  });

  it("is no longer answered by a link that was mailed to an address of before, but from the account", async () => {
    const { id, ownerId, owner } = await pendingRequest();
    const params = { token: answerToken(id, addMinutes(now, 60), owner.email), answer: "accepter" };
    await UserModel.updateOne({ _id: ownerId }, { email: "mairie@exemple.fr" });
    const path = `/demandes/${params.token}/accepter`;
    const shown = new Visitor().visit(loader, path, { params });
    const to = `/mes-locations/demandes/${id}/accepter`;
    await expect(shown).rejects.toMatchObject({ status: 303 });
    for (const answer of ["accepter", "refuser"]) {
      const form = { intent: answer };
      const pressed = await new Visitor().visit(action, path, {
        params: { ...params, answer },
        form,
      });
      expect(pressed.headers.get("location")).toBe(to.replace("accepter", answer));
    }
    expect((await ReservationModel.findById(id).lean())?.status).toBe("pending");
    const present = answerToken(id, addMinutes(now, 60), "mairie@exemple.fr");
    expect(await byLink(present, now)).toEqual({ reservationId: id, ownerId: null, now });
  });

  it("is answered by the mail's link after a deadline that was put off", async () => {
    const { id, owner } = await pendingRequest({ answerBy: addMinutes(now, 48 * 60) });
    const answer = await byLink(answerToken(id, addMinutes(now, -60), owner.email), now);
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
    const { id, ownerId, owner } = await pendingRequest();
    await UserModel.updateOne({ _id: ownerId }, { bannedAt: now });
    const answer = await byLink(answerToken(id, addMinutes(now, 60), owner.email), now);
    expect(await codeOf(giveAnswer("accepter", answer, undefined))).toBe("not_found");
    await expect(answerPage("accepter", answer)).rejects.toEqual(notFound);
    expect(await answerPage("refuser", answer)).toMatchObject({ id, state: "pending" });
    await giveAnswer("refuser", answer, undefined);
    expect((await answerPage("accepter", answer)).ownersReason).not.toBeNull();
  });

  it("hears no word to the buyer from an owner who was banned since, and asks for none", async () => {
    const { id, ownerId, owner, buyer } = await pendingRequest();
    const answer = await byLink(answerToken(id, addMinutes(now, 60), owner.email), now);
    expect(await answerPage("refuser", answer)).toMatchObject({ takesReason: true });
    await UserModel.updateOne({ _id: ownerId }, { bannedAt: now });
    expect(await answerPage("refuser", answer)).toMatchObject({ takesReason: false });
    await giveAnswer("refuser", answer, { why: "Payez ailleurs" });
    const refused = await ReservationModel.findById(id).lean();
    expect(refused?.cancellation?.why).toBe("Sans motif précisé");
    expect(JSON.stringify(refused)).not.toContain("ailleurs");
    const [mail] = await MailModel.find({ to: buyer.email }).lean();
    expect(mail?.subject).toMatch(/^Demande refusée/);
    expect(mail?.text).not.toMatch(/Motif|ailleurs/);
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
    const { id, owner } = await pendingRequest();
    const token = answerToken(id, addMinutes(now, 60), owner.email);
    const params = { token, answer: "peut-etre" };
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
