import { Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import { LedgerEntryModel, type LedgerType } from "@models/ledger-entry";
import { ReceiptModel } from "@models/receipt";
import type { Reservation } from "@models/reservation";
import { WishModel } from "@models/wish";
import { addDays, addMinutes, type Day } from "~/platform/days";
import { CALLED_OFF_BY_BUYER } from "~/rules/reason";
import { createOwner, createUser, createVenue, takeSlots } from "./fixtures";
import { createReservation } from "./reservations";
import { historyOf, movementsOf, type Moved } from "./unchanging-past";

/** People, venues and reservations that never change, at an instant that never changes. */

export const now = new Date("2027-03-10T09:00:00Z");
const TODAY: Day = "2027-03-10";
export const day = (days: number) => addDays(TODAY, days);
export const ago = (days: number) => addMinutes(now, -days * 1_440);
export const idOf = (number: number) => new Types.ObjectId(number.toString(16).padStart(24, "0"));

/** What moved as a reservation was called off, not as it was paid. */
const BACK: readonly LedgerType[] = ["released", "refunded", "transfer_reversed", "fee_refunded"];

/** A receipt of what was paid, its owner liable to VAT, and a credit note of the half that was given back. */
async function storeReceipts(of: Reservation): Promise<void> {
  const { _id: reservation, userId: buyer, ownerId: owner, reference, venueTitle } = of;
  const { startDate, endDate, startSlot, endSlot, period, unitPrice, units } = of;
  const same = {
    ...{ reservation, buyer, owner, reference, venueTitle, chargeId: of.chargeId! },
    ...{ startDate, endDate, startSlot, endSlot, period, unitPrice, units },
    landlord: {
      ...{ name: "Claire Besson", organisation: "Les Granges", street: "1 rue Haute" },
      ...{ town: "69003 Lyon", siret: "73282932000074", vatNumber: "FR44732829320" },
    },
    tenant: { name: "Hugo Lambert", street: "12 rue de la Paix", town: "69001 Lyon" },
    platform: { name: "Place des Salles", publisher: "Place des Salles SAS" },
    ...{ venueAddress: "12 rue des Tilleuls, 69003 Lyon", vatRegime: "assujetti" as const },
  };
  await ReceiptModel.create([
    {
      ...{ ...same, _id: "captured:cancelled", kind: "receipt", number: "2027-000412" },
      ...{ issuedAt: ago(20), movedAt: ago(20) },
      ...{ rent: 48_000, fee: 6_000, total: 54_000, rentVat: 8_000, feeVat: 1_000 },
    },
    {
      ...{ ...same, _id: "refunded:cancelled", kind: "credit_note", number: "2027-A00037" },
      ...{ issuedAt: ago(2), movedAt: ago(2), corrects: "2027-000412" },
      ...{ rent: 24_000, fee: 3_000, total: 27_000, rentVat: 4_000, feeVat: 500 },
    },
  ]);
}

/** Stores them: a buyer and an owner, a venue by the day and one by half days, a reservation in each state. */
export async function storeUnchanging() {
  const buyer = await createUser({
    ...{ _id: idOf(1), tag: "hugo-lambert-1", name: "Hugo", lastname: "Lambert" },
    ...{ email: "hugo@exemple.fr", phone: "06 12 34 56 78", createdAt: ago(400) },
  });
  const owner = await createOwner({
    ...{ _id: idOf(2), tag: "claire-besson-2", name: "Claire", lastname: "Besson" },
    ...{ email: "claire@exemple.fr", phone: "07 12 34 56 78", createdAt: ago(500) },
    accountId: "acct_claire",
  });
  const pictures = [1, 2, 3, 4, 5].map((place) => ({
    ...{ image: idOf(50 + place), alt: `Vue ${place}`, width: 1920, height: 1440 },
  }));
  const venue = await createVenue(owner, {
    ...{ _id: idOf(3), title: "La Grange", arrival: "Par la cour, à gauche.", price: 48_000 },
    ...{ locationIMG: pictures, cancellationPolicy: "modérée", createdAt: ago(300) },
  });
  const halves = await createVenue(owner, {
    ...{ _id: idOf(4), title: "L’Atelier", time: "Half", price: 12_000, needValidation: true },
    ...{ locationIMG: pictures, cancellationPolicy: "stricte", createdAt: ago(200) },
    ...{ preparationBefore: 1, minimumNotice: 2, longestStay: 4, closedWeekdays: ["dimanche"] },
  });
  const made = new Map<string, Reservation>();
  const reservation = async (
    name: string,
    fields: Partial<Parameters<typeof createReservation>[0]>,
    moved: Moved = "nothing",
  ): Promise<void> => {
    const number = made.size + 1;
    const { status = "confirmed", createdAt = ago(30 - number), cancellation } = fields;
    const { startDate = day(10 * number), endDate = startDate } = fields;
    const of = { venue, buyer, ...fields, status, createdAt, startDate, endDate };
    const { needValidation } = of.venue;
    const one = await createReservation({
      ...{ _id: idOf(100 + number), reference: `PDS-ESSAI${number}`, requestKey: name },
      ...(moved !== "nothing" && { chargeId: `ch_${number}` }),
      ...((moved === "paid" || moved === "contested") && { paidAt: addMinutes(createdAt, 1) }),
      history: historyOf({ status, createdAt, endDate, needValidation, cancellation }),
      ...of,
    });
    let minutes = 0;
    for (const [type, amount] of movementsOf(one, moved)) {
      const since = cancellation && BACK.includes(type) ? cancellation.at : createdAt;
      await LedgerEntryModel.create({
        ...{ _id: `${type}:${name}`, type, amount },
        stripeId: type === "captured" ? `ch_${number}` : `${type}_${name}`,
        ...{ reservation: one._id, buyer: one.userId, owner: one.ownerId },
        at: addMinutes(since, (minutes += 1)),
      });
    }
    made.set(name, one);
  };
  const [soon, until] = [addMinutes(now, 20), addMinutes(now, 300)];
  await reservation("hold", { status: "hold", holdUntil: soon, createdAt: addMinutes(soon, -30) });
  await reservation("dead", { status: "dead", venue: halves });
  await reservation(
    "pending",
    {
      ...{ status: "pending", venue: halves },
      ...{ answerBy: until, createdAt: addMinutes(until, -1_440) },
    },
    "authorised",
  );
  await reservation(
    "capturing",
    { status: "capturing", venue: halves, createdAt: ago(0.5) },
    "authorised",
  );
  await reservation("confirmed", {}, "paid");
  await reservation(
    "changing",
    {
      change: {
        ...{ startDate: day(61), endDate: day(62), startSlot: "AM", endSlot: "PM" },
        ...{ at: ago(0.1), until: addMinutes(now, 600) },
      },
    },
    "paid",
  );
  await reservation("granted", { grant: { refund: 10_000, why: "Geste", at: ago(1) } }, "paid");
  await reservation("disputed", { disputeDueBy: addMinutes(now, 6_000) }, "contested");
  await reservation(
    "cancelling",
    {
      status: "cancelling",
      cancellation: { by: "owner", why: "Travaux", at: ago(0.01), refund: 54_000 },
    },
    "paid",
  );
  await reservation(
    "cancelled",
    {
      // Half of what was paid, by this policy and so long before.
      ...{ status: "cancelled", policy: "stricte", startDate: day(20), refunded: 27_000 },
      cancellation: { by: "buyer", why: CALLED_OFF_BY_BUYER, at: ago(2), refund: 27_000 },
    },
    "paid",
  );
  await reservation(
    "refused",
    {
      ...{ status: "cancelled", venue: halves, createdAt: ago(2.5) },
      cancellation: { by: "owner", why: "Déjà prêtée", at: ago(2) },
    },
    "released",
  );
  await reservation("under way", { startDate: day(-1), endDate: day(1) }, "paid");
  await reservation("just ended", { status: "ended", startDate: day(-5) }, "paid");
  const longAgo = { startDate: day(-200), createdAt: ago(220) };
  await reservation("long ended", { status: "ended", ...longAgo }, "paid");
  const before = { startDate: day(-90), createdAt: ago(110) };
  await reservation("hidden", { status: "ended", hiddenByBuyer: true, ...before }, "paid");
  await WishModel.create({
    ...{ _id: idOf(200), user: buyer._id, venue: halves._id, period: "Half", state: "waiting" },
    ...{ startDate: day(33), endDate: day(34), startSlot: "PM", endSlot: "AM" },
    ...{ lookAt: addMinutes(now, 60), createdAt: ago(1) },
  });
  // From before today to after it, and by a calendar that is imported.
  for (const days of [-1, 0, 1]) await takeSlots(halves, [day(days), "AM"], [day(days), "PM"]);
  await BookedSlotModel.create({
    ...{ _id: `${venue._id.toString()}:${day(3)}:AM`, venue: venue._id, day: day(3), slot: "AM" },
    block: idOf(201).toString(),
  });
  await CalendarImportModel.create({
    ...{ _id: idOf(201), venue: venue._id, owner: owner._id, url: "https://ailleurs.fr/a.ics" },
    ...{ name: "Ailleurs", createdAt: ago(3) },
  });
  await storeReceipts(made.get("cancelled")!);
  return { buyer, owner, venue, halves, made };
}
