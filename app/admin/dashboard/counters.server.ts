import { trusted } from "mongoose";
import { ContactMessageModel } from "@models/contact-message";
import { MASTER_STATUSES } from "@models/enumerations";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { VenueModel } from "@models/venue";
import { keptFor } from "~/platform/concurrency/kept-for";
import { todayInParis } from "~/platform/days";
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

const NOT_SET = trusted({ $exists: false });
const SET = trusted({ $exists: true });

/** Whole collections are counted for it, and everybody's first page shows it. */
const keptOthers = keptFor<Counters>(5);

/**
 * What came today, and all there is: the former and what did not come today, as it was at most five minutes ago, so that
 * there is never less than came today. The day is Paris's. A sub-master came when it was linked.
 */
export async function readCounters(now: Date): Promise<{ today: Counters; total: Counters }> {
  const day = todayInParis(now);
  const isToday = within(day);
  const isOther = trusted({ $not: isToday });
  const [today, others] = await Promise.all([
    count({ createdAt: isToday }, { linkedAt: isToday }),
    keptOthers(day, now, () => count({ createdAt: isOther }, { linkedAt: isOther })),
  ]);
  return { today, total: sum(today, others) };
}

function sum(one: Counters, other: Counters): Counters {
  const { users, masters, contacts, locations, reservations, sub_master } = other;
  return {
    users: one.users + users,
    masters: one.masters + masters,
    contacts: one.contacts + contacts,
    locations: one.locations + locations,
    reservations: one.reservations + reservations,
    sub_master: one.sub_master + sub_master,
  };
}

async function count(made: object, linked: object): Promise<Counters> {
  const isMaster = trusted({ $in: MASTER_STATUSES });
  const isMade = trusted({ $in: MADE_STATES });
  const [users, masters, contacts, locations, reservations, subMasters] = await Promise.all([
    UserModel.countDocuments({ deletedAt: NOT_SET, ...made }),
    UserModel.countDocuments({ masterStatus: isMaster, ...made }),
    ContactMessageModel.countDocuments(made),
    VenueModel.countDocuments({ deletedAt: NOT_SET, ...made }),
    ReservationModel.countDocuments({ status: isMade, ...made }),
    UserModel.countDocuments({ link_id: SET, ...linked }),
  ]);
  return { users, masters, contacts, locations, reservations, sub_master: subMasters };
}
