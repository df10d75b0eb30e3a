import { trusted, type ClientSession, type Types } from "mongoose";
import { LedgerEntryModel } from "@models/ledger-entry";
import { ReservationModel } from "@models/reservation";
import { TaxFactsModel } from "@models/tax-facts";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { addressLine, DECLARED_FIELDS, declaredOwner, keptOwner } from "~/rules/declared-owner";

/**
 * Before an account forgets who it was and where its venues are: keeps apart what the tax authority has to be told of an
 * owner who was ever paid, as it is known now, confirmed or not; of anybody else what they confirmed goes too, and
 * what the land register calls their venues, for nothing will be declared of them.
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
  const account = await UserModel.findById(ownerId, DECLARED_FIELDS).session(transaction).lean();
  if (!account) return;
  const facts = await TaxFactsModel.findById(ownerId).session(transaction).lean();
  const owner = keptOwner(declaredOwner(account, facts ?? undefined));
  const properties = await addressesOf(
    paid.map(({ reservation }) => reservation),
    transaction,
  );
  await TaxFactsModel.updateOne(
    { _id: ownerId },
    { $set: { ...owner, properties, keptAt: now } },
    { upsert: true, session: transaction },
  );
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
