import { MailModel, type Mail } from "@models/mail";
import { trusted } from "mongoose";
import { ReservationModel, type Reservation } from "@models/reservation";
import { expect } from "vitest";
import { reservationPage, type ReservationPage } from "~/bookings/lists/reservation-page.server";
import { formatEuros, type Cents } from "~/platform/money";
import { formatPeriod, periodOf } from "~/rules/calendar";

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
  for (const { side, request, ownerShare } of await pagesAlike({ _id }, now)) {
    if (!to.includes(side)) continue;
    const sum = side === "buyer" ? request.total : ownerShare;
    await expectMailSays({ _id }, `${news}:`, side, { ...request, sum });
  }
}

/**
 * Expects both sides' pages of a reservation to say the same reference, days, half days and price.
 *
 * @returns the buyer's and the owner's
 */
export async function pagesAlike(
  { _id }: Pick<Reservation, "_id">,
  now: Date,
): Promise<[ReservationPage, ReservationPage]> {
  const { userId, ownerId } = (await ReservationModel.findById(_id).lean())!;
  const pageOf = async (side: (typeof SIDES)[number]) => {
    const whose = side === "buyer" ? userId : ownerId;
    return await reservationPage(_id.toString(), { side, userId: whose.toString() }, now);
  };
  const [buyers, owners] = await Promise.all([pageOf("buyer"), pageOf("owner")]);
  expect(owners.request).toEqual(buyers.request);
  return [buyers, owners];
}

/**
 * Expects the latest mail that tells one side of a reservation to say these.
 *
 * @param news how its key begins
 * @param said.sum cents
 */
export async function expectMailSays(
  { _id }: Pick<Reservation, "_id">,
  news: string,
  side: (typeof SIDES)[number],
  { reference, periodText, sum }: { reference: string; periodText: string; sum: Cents },
): Promise<void> {
  const all = await MailModel.find({ about: _id.toString() }).sort({ _id: 1 }).lean();
  const mail = all.findLast(({ key }) => key.startsWith(news) && key.includes(`:${side}`));
  for (const said of [reference, periodText, formatEuros(sum)]) {
    expect(mail?.text, `${news} to the ${side}`).toContain(said);
  }
}

/** Expects all mails about reservations that were queued, whatever their news, to say what each has to. */
export async function expectMailsWhole(): Promise<void> {
  const mails = await MailModel.find({ about: trusted({ $exists: true }) }).lean();
  expect(mails).not.toEqual([]);
  for (const mail of mails) expectWhole(mail, await ReservationModel.findById(mail.about).lean());
}

/** Expects a mail to name the venue, days with their halves that the reservation has or had, a sum, and the reference. */
export function expectWhole(
  { key, text = "" }: Pick<Mail, "key" | "text">,
  reservation: Reservation | null | undefined,
): void {
  const { venueTitle, supplementTo, history } = reservation!;
  // A supplement is known by its reservation's, which its own is made of.
  const reference = supplementTo
    ? reservation!.reference.replace(/-\w+$/, "")
    : reservation!.reference;
  const periods = [
    formatPeriod(periodOf(reservation!)),
    ...history.flatMap(({ dates }) => (dates ? [dates.from, dates.to] : [])),
  ];
  expect(
    {
      venue: text.includes(venueTitle),
      days: periods.some((period) => text.includes(period)),
      sum: /\d,\d\d\s€/.test(text),
      reference: text.includes(reference),
    },
    `${key}\n${text}`,
  ).toEqual({ venue: true, days: true, sum: true, reference: true });
}
