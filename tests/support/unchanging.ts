import { Types } from "mongoose";
import { BookedSlotModel } from "@models/booked-slot";
import { CalendarImportModel } from "@models/calendar-import";
import type { Actor, ReservationState } from "@models/enumerations";
import { LedgerEntryModel, type LedgerType } from "@models/ledger-entry";
import { ReceiptModel } from "@models/receipt";
import type { Reservation } from "@models/reservation";
import { WishModel } from "@models/wish";
import { addDays, addMinutes, type Day } from "~/platform/days";
import { createOwner, createUser, createVenue, takeSlots } from "./fixtures";
import { createReservation } from "./reservations";

/** People, venues and reservations that never change, at an instant that never changes. */

export const now = new Date("2027-03-10T09:00:00Z");
const TODAY: Day = "2027-03-10";
export const day = (days: number) => addDays(TODAY, days);
export const ago = (days: number) => addMinutes(now, -days * 1_440);
const soon = addMinutes(now, 20);
export const idOf = (number: number) => new Types.ObjectId(number.toString(16).padStart(24, "0"));

type Movements = Partial<Record<LedgerType, number>>;

/** Who brings a reservation into a state, where it is not its buyer. */
const BY: Partial<Record<ReservationState, Actor>> = {
  ...{ dead: "system", capturing: "owner", cancelling: "owner", ended: "system" },
};

const PAID = { captured: 54_000, transferred: 54_000, fee: 12_000 };

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
    movements: Movements = {},
  ): Promise<void> => {
    const number = made.size + 1;
    const createdAt = ago(30 - number);
    const { status = "confirmed" } = fields;
    const one = await createReservation({
      ...{ _id: idOf(100 + number), reference: `PDS-ESSAI${number}` },
      ...{ venue, buyer, status, startDate: day(10 * number), createdAt, requestKey: name },
      history: [{ state: status, at: createdAt, by: BY[status] ?? "buyer", why: "Essai" }],
      ...(Object.keys(movements).length > 0 && { chargeId: `ch_${number}` }),
      ...(movements.captured && { paidAt: ago(20) }),
      ...fields,
    });
    let minutes = 0;
    for (const [type, amount] of Object.entries(movements) as [LedgerType, number][]) {
      await LedgerEntryModel.create({
        ...{ _id: `${type}:${name}`, type, amount },
        stripeId: type === "captured" ? `ch_${number}` : `${type}_${name}`,
        ...{ reservation: one._id, buyer: one.userId, owner: one.ownerId },
        at: addMinutes(createdAt, (minutes += 1)),
      });
    }
    made.set(name, one);
  };
  await reservation("hold", { status: "hold", holdUntil: soon });
  await reservation("dead", { status: "dead", venue: halves });
  await reservation(
    "pending",
    { ...{ status: "pending", venue: halves, answerBy: addMinutes(now, 300) } },
    { authorised: 13_500 },
  );
  await reservation("capturing", { status: "capturing", venue: halves }, { authorised: 13_500 });
  await reservation("confirmed", {}, PAID);
  await reservation(
    "changing",
    {
      change: {
        ...{ startDate: day(61), endDate: day(62), startSlot: "AM", endSlot: "PM" },
        ...{ at: ago(0.1), until: addMinutes(now, 600) },
      },
    },
    PAID,
  );
  await reservation("granted", { grant: { refund: 10_000, why: "Geste", at: ago(1) } }, PAID);
  await reservation(
    "disputed",
    { disputeDueBy: addMinutes(now, 6_000) },
    { ...PAID, disputed: 54_000, dispute_withdrawn: 54_000 },
  );
  await reservation(
    "cancelling",
    {
      status: "cancelling",
      cancellation: { by: "owner", why: "Travaux", at: ago(0.01), refund: 54_000 },
    },
    PAID,
  );
  await reservation(
    "cancelled",
    {
      ...{ status: "cancelled", refunded: 27_000 },
      cancellation: { by: "buyer", why: "Changement de plan", at: ago(2), refund: 27_000 },
      history: [
        { state: "confirmed", at: ago(5), by: "buyer", why: "Payée" },
        { state: "cancelling", at: ago(2), by: "buyer", why: "Changement de plan" },
        { state: "cancelled", at: ago(2), by: "buyer", why: "Changement de plan" },
      ],
    },
    { ...PAID, refunded: 27_000, transfer_reversed: 21_000, fee_refunded: 6_000 },
  );
  await reservation(
    "refused",
    {
      ...{ status: "cancelled", venue: halves },
      cancellation: { by: "owner", why: "Déjà prêtée", at: ago(2), refund: 0 },
      history: [
        { state: "pending", at: ago(5), by: "buyer", why: "Demandée" },
        { state: "cancelling", at: ago(2), by: "owner", why: "Déjà prêtée" },
        { state: "cancelled", at: ago(2), by: "owner", why: "Déjà prêtée" },
      ],
    },
    { authorised: 13_500, released: 13_500 },
  );
  await reservation("under way", { startDate: day(-1), endDate: day(1) }, PAID);
  await reservation("just ended", { status: "ended", startDate: day(-5) }, PAID);
  await reservation("long ended", { status: "ended", startDate: day(-200) }, PAID);
  await reservation("hidden", { hiddenByBuyer: true, startDate: day(-90), status: "ended" }, PAID);
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
