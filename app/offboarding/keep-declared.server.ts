import { trusted, type ClientSession, type Types } from "mongoose";
import { LedgerEntryModel } from "@models/ledger-entry";
import { MailModel } from "@models/mail";
import { ReservationModel } from "@models/reservation";
import { TaxFactsModel, type TaxFacts } from "@models/tax-facts";
import { UserModel, type User } from "@models/user";
import { VenueModel } from "@models/venue";
import { parisMidnight, todayInParis } from "~/platform/days";
import { addressLine, DECLARED_FIELDS, declaredOwner, keptOwner } from "~/rules/declared-owner";
import { LET_STATES } from "~/rules/reservation-states";

/** A year is declared until the 31st of January after it, and told by then; in February whom January could not be told. */
const LAST_MONTH = "02";

/**
 * Before an account forgets who it was and where its venues are: keeps apart what the tax authority has to be told of an
 * owner who was ever paid, as it is known now, confirmed or not; of anybody else what they confirmed goes too, and
 * what the land register calls their venues, for nothing will be declared of them. Of whom something is declared in January
 * the address stays as well until that is told there.
 */
export async function keepDeclared(
  ownerId: Types.ObjectId,
  now: Date,
  transaction: ClientSession,
): Promise<void> {
  const paid = await LedgerEntryModel.find({ owner: ownerId, type: "transferred" }, "reservation")
    .session(transaction)
    .lean();
  if (paid.length === 0) {
    await TaxFactsModel.deleteOne({ _id: ownerId }).session(transaction);
    await VenueModel.updateMany({ userId: ownerId }, { $unset: { cadastralReference: 1 } }).session(
      transaction,
    );
    return;
  }
  const account = await UserModel.findById(ownerId, `${DECLARED_FIELDS} email`)
    .session(transaction)
    .lean();
  if (!account) return;
  const facts = await TaxFactsModel.findById(ownerId).session(transaction).lean();
  const declared = declaredOwner(account, facts ?? undefined);
  const properties = await addressesOf(
    paid.map(({ reservation }) => reservation),
    transaction,
  );
  const statements = declared.isPublicBody
    ? null
    : await statementsToCome(account, now, transaction);
  await TaxFactsModel.updateOne(
    { _id: ownerId },
    {
      $set: {
        ...{ ...keptOwner(declared), properties, keptAt: now },
        ...(statements && { statements }),
      },
    },
    { upsert: true, session: transaction },
  );
}

/** Where they will be told in January, or in February, what is declared of them, and of which years; null: of none. */
async function statementsToCome(
  { _id: owner, email: to }: Pick<User, "_id" | "email">,
  now: Date,
  transaction: ClientSession,
): Promise<TaxFacts["statements"] | null> {
  const today = todayInParis(now);
  const year = today.slice(0, 4);
  const declared = today.slice(5, 7) <= LAST_MONTH ? String(Number(year) - 1) : year;
  // The mail that says so goes with the address, when the account has forgotten itself.
  const told = { key: `declared:${owner.toString()}:${declared}`, status: "sent" as const };
  const isTold = (await MailModel.exists(told).session(transaction)) !== null;
  if (await hasEarned(owner, year, transaction)) {
    return { to, first: isTold ? year : declared, last: year };
  }
  if (isTold || !(await hasEarned(owner, declared, transaction))) return null;
  return { to, first: declared, last: declared };
}

/** Whether they were paid, or let days, in a year or since. */
async function hasEarned(
  owner: Types.ObjectId,
  year: string,
  transaction: ClientSession,
): Promise<boolean> {
  const first = `${year}-01-01`;
  const since = trusted({ $gte: parisMidnight(first) });
  const paid = await LedgerEntryModel.exists({ owner, type: "transferred", at: since }).session(
    transaction,
  );
  if (paid) return true;
  const stays = {
    ownerId: owner,
    status: trusted({ $in: LET_STATES }),
    endDate: trusted({ $gte: first }),
  };
  return (await ReservationModel.exists(stays).session(transaction)) !== null;
}

/** Where the venues of some reservations are. */
async function addressesOf(reservations: Types.ObjectId[], transaction: ClientSession) {
  const made = await ReservationModel.find({ _id: trusted({ $in: reservations }) }, "venueId")
    .session(transaction)
    .lean();
  const ids = [...new Set(made.map(({ venueId }) => venueId.toString()))];
  const venues = await VenueModel.find({ _id: trusted({ $in: ids }) }, "street postalCode city")
    .session(transaction)
    .lean();
  return venues.map((venue) => ({ venue: venue._id, address: addressLine(venue) }));
}
