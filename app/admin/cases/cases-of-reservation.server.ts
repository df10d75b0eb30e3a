import { Types } from "mongoose";
import { knownCases } from "../related/known-cases.server";
import { supplementRecords } from "../related/supplement-records.server";
import { casePath } from "./case-file";
import { findCase } from "./find-cases.server";

/** A case, on the record of what it is about. */
export interface OpenCase {
  key: string;
  title: string;
  /** The cause, in one sentence. */
  context: string;
  /** Its own page. */
  href: string;
}

/**
 * What the queue has about a reservation. Cases are looked up one by one: hardly a reservation has any, and how they are
 * called, and whether somebody put them away, is said where all of them are found.
 */
export async function casesOfReservation(reservationId: string): Promise<OpenCase[]> {
  const reservation = new Types.ObjectId(reservationId);
  const supplements = await supplementRecords([reservation]);
  const known = await knownCases([reservation, ...supplements.map(({ _id }) => _id)]);
  const open = known.filter(({ isOver }) => !isOver);
  const found = await Promise.all(open.map(({ key }) => findCase(key)));
  return found.flatMap((one) =>
    one ? [{ key: one.key, title: one.title, context: one.context, href: casePath(one.key) }] : [],
  );
}
