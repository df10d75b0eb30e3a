import { trusted } from "mongoose";
import { ContactMessageModel } from "@models/contact-message";
import { MASTER_STATUSES } from "@models/enumerations";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { keptFor } from "~/platform/concurrency/kept-for";
import { todayInParis, type Day } from "~/platform/days";
import { IS_SET, NOT_SET } from "~/platform/not-set.server";
import { within } from "../lists/cursor-page.server";
import { MADE_STATES } from "../reservations/made-reservations";

/** How many there are of each thing, under the names of the /api path. */
export interface Counters {
  /** Accounts that are not closed. */
  users: number;
  /** Accounts that are masters or asked to be. */
  masters: number;
  contacts: number;
  /** Venues that were not deleted. */
  locations: number;
  /** Without those that nobody has paid for yet. */
  reservations: number;
  /** Accounts linked to a master. */
  sub_master: number;
}

/** Of every row: asked so, their index is counted, and without a filter the rows would be. */
const EVER = trusted({ $gte: new Date(0) });
const IS_MASTER = trusted({ $in: MASTER_STATUSES });
const IS_MADE = trusted({ $in: MADE_STATES });

/** Whole collections are counted for it, and everybody's first page shows it. */
const keptOthers = keptFor<Counters>(5);

/**
 * What came today, and all there is: the former and what did not come today, as it was at most five minutes ago, so that
 * there is never less than came today. The day is Paris's. A sub-master came when it was linked.
 */
export async function readCounters(now: Date): Promise<{ today: Counters; total: Counters }> {
  const day = todayInParis(now);
  const counted = countOn(day);
  const [today, others] = await Promise.all([
    counted,
    keptOthers(day, now, async () => {
      const [all, those] = await Promise.all([countAll(), counted]);
      // What comes while both are counted may be in one alone.
      return combine(all, those, (one, other) => Math.max(0, one - other));
    }),
  ]);
  return { today, total: combine(today, others, (one, other) => one + other) };
}

function combine(
  one: Counters,
  other: Counters,
  by: (one: number, other: number) => number,
): Counters {
  return {
    users: by(one.users, other.users),
    masters: by(one.masters, other.masters),
    contacts: by(one.contacts, other.contacts),
    locations: by(one.locations, other.locations),
    reservations: by(one.reservations, other.reservations),
    sub_master: by(one.sub_master, other.sub_master),
  };
}

/** What came on a day: few documents, to which the indexes of their instants lead. */
async function countOn(day: Day): Promise<Counters> {
  const made = { createdAt: within(day) };
  const [users, masters, contacts, locations, reservations, subMasters] = await Promise.all([
    UserModel.countDocuments({ deletedAt: NOT_SET, ...made }),
    UserModel.countDocuments({ masterStatus: IS_MASTER, ...made }),
    ContactMessageModel.countDocuments(made),
    VenueModel.countDocuments({ deletedAt: NOT_SET, ...made }),
    ReservationModel.countDocuments({ status: IS_MADE, ...made }),
    UserModel.countDocuments({ link_id: IS_SET, linkedAt: within(day) }),
  ]);
  return { users, masters, contacts, locations, reservations, sub_master: subMasters };
}

/** All there is: each filter is one field that an index begins with, so that keys are counted and no document is read. */
async function countAll(): Promise<Counters> {
  const [accounts, closed, masters, contacts, venues, deleted, reservations, subMasters] =
    await Promise.all([
      UserModel.countDocuments({ createdAt: EVER }),
      UserModel.countDocuments({ deletedAt: IS_SET }),
      UserModel.countDocuments({ masterStatus: IS_MASTER }),
      ContactMessageModel.countDocuments({ createdAt: EVER }),
      VenueModel.countDocuments({ createdAt: EVER }),
      VenueModel.countDocuments({ deletedAt: IS_SET }),
      ReservationModel.countDocuments({ status: IS_MADE }),
      UserModel.countDocuments({ link_id: IS_SET }),
    ]);
  return {
    ...{ users: accounts - closed, masters, contacts },
    ...{ locations: venues - deleted, reservations, sub_master: subMasters },
  };
}
