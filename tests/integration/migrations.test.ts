import { Types } from "mongoose";
import { expect, it } from "vitest";
import { LedgerEntryModel } from "@models/ledger-entry";
import { migrate } from "@models/migrations";
import { VenueModel } from "@models/venue";
import { useDatabase } from "../support/database";
import { createOwner, createVenue } from "../support/fixtures";

/** What the set-up step brings up to date of what earlier releases have stored. */

useDatabase();

it("the land register's names of venues go with accounts that were closed before this was so, and were never paid", async () => {
  const reference = { cadastralReference: "69383000AB0123" };
  const make = async (deletedAt?: Date) => {
    const owner = await createOwner({ deletedAt });
    return { owner, venue: await createVenue(owner, reference) };
  };
  const closed = await make(new Date());
  const paid = await make(new Date());
  const open = await make();
  await LedgerEntryModel.create({
    ...{ _id: "transferred:tr_1", type: "transferred", stripeId: "tr_1", amount: 40_000 },
    ...{ reservation: new Types.ObjectId(), buyer: new Types.ObjectId() },
    ...{ owner: paid.owner._id, at: new Date() },
  });
  const referenceOf = async ({ venue }: typeof open) =>
    (await VenueModel.findById(venue._id).lean())?.cadastralReference;
  for (let times = 0; times < 2; times += 1) {
    await migrate();
    expect(await Promise.all([closed, paid, open].map(referenceOf))).toEqual([
      undefined,
      ...[reference.cadastralReference, reference.cadastralReference],
    ]);
  }
});
