import { MailModel } from "@models/mail";
import { ReservationModel, type Reservation } from "@models/reservation";
import { expect } from "vitest";
import { reservationPage } from "~/bookings/lists/reservation-page.server";
import { formatEuros } from "~/platform/money";

const SIDES = ["buyer", "owner"] as const;

/**
 * Expects both sides' pages of a reservation to say the same reference, days, half days and price, and the latest
 * mail of each that was told of it to say what its page says.
 *
 * @param news how the keys of these mails begin
 */
export async function expectToldAlike(
  { _id }: Pick<Reservation, "_id">,
  news: string,
  { to = SIDES, now }: { to?: readonly (typeof SIDES)[number][]; now: Date },
): Promise<void> {
  const id = _id.toString();
  const { userId, ownerId } = (await ReservationModel.findById(_id).lean())!;
  const pageOf = async (side: (typeof SIDES)[number]) => {
    const whose = side === "buyer" ? userId : ownerId;
    return await reservationPage(id, { side, userId: whose.toString() }, now);
  };
  const [buyers, owners] = await Promise.all(SIDES.map(pageOf));
  expect(owners!.request).toEqual(buyers!.request);
  for (const { side, request, ownerShare } of [buyers!, owners!]) {
    if (!to.includes(side)) continue;
    const all = await MailModel.find({ about: id }).sort({ _id: 1 }).lean();
    const mail = all.findLast(({ key }) => key.startsWith(`${news}:`) && key.includes(`:${side}`));
    const sum = formatEuros(side === "buyer" ? request.total : ownerShare);
    for (const said of [request.reference, request.periodText, sum]) {
      expect(mail?.text, `${news} to the ${side}`).toContain(said);
    }
  }
}
