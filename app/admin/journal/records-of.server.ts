import type { Types } from "mongoose";
import { ContactMessageModel } from "@models/contact-message";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReportModel } from "@models/report";
import { ReservationModel, type Reservation } from "@models/reservation";
import { UserModel } from "@models/user";
import { storedEmail } from "~/platform/stored-email";
import { objectId } from "~/platform/web/fields";
import { knownCases } from "../related/known-cases.server";
import { referenceOf } from "../lists/search.server";
import { supplementRecords, wholeOf } from "../related/supplement-records.server";

type Ids = Types.ObjectId[];

/** For a list's filter: the records of an address, and those of the reservation of a reference. */
export async function recordsOf(q: string): Promise<Ids> {
  const found = await Promise.all([recordsAt(q), recordsNamed(q)]);
  return found.flat();
}

/**
 * As the entries of the audit log name what was done to: the text itself, the records of an address, those of the reservation of
 * a reference or of an id, and what there were cases of about it.
 */
export async function targetsOf(q: string): Promise<string[]> {
  const [ofAddress, ofReservation] = await Promise.all([recordsAt(q), recordsNamed(q)]);
  const cases = await knownCases(ofReservation);
  const targets = [q, ...[...ofAddress, ...ofReservation].map(String)];
  return [...new Set([...targets, ...cases.map(({ key }) => key)])];
}

async function recordsAt(address: string): Promise<Ids> {
  const email = storedEmail(address);
  const found = await Promise.all([
    UserModel.find({ email }, "_id").lean<{ _id: Types.ObjectId }[]>(),
    ContactMessageModel.find({ email }, "_id").lean<{ _id: Types.ObjectId }[]>(),
    PrivacyRequestModel.find({ email }, "_id").lean<{ _id: Types.ObjectId }[]>(),
    ReportModel.find({ email }, "_id").lean<{ _id: Types.ObjectId }[]>(),
  ]);
  return found.flat().map(({ _id }) => _id);
}

/** A reservation with its supplements, by the reference or the id of any of them. */
async function recordsNamed(q: string): Promise<Ids> {
  const reference = referenceOf(q);
  const isId = objectId.safeParse(q).success;
  const named = await ReservationModel.find(
    isId ? { $or: [{ reference }, { _id: q }] } : { reference },
    "supplementTo",
  ).lean<Pick<Reservation, "_id" | "supplementTo">[]>();
  const reservations = named.map(wholeOf);
  const supplements = await supplementRecords(reservations);
  return [...reservations, ...supplements.map(({ _id }) => _id)];
}
