import type { Types } from "mongoose";
import { ContactMessageModel } from "@models/contact-message";
import { PrivacyRequestModel } from "@models/privacy-request";
import { ReportModel } from "@models/report";
import { ReservationModel } from "@models/reservation";
import { UserModel } from "@models/user";
import { storedEmail } from "~/platform/stored-email";
import { referenceOf } from "../lists/search.server";

/** For a list's filter: the records of an address, and the reservation of a reference. */
export async function recordsOf(q: string): Promise<Types.ObjectId[]> {
  const email = storedEmail(q);
  const found = await Promise.all([
    UserModel.find({ email }, "_id").lean<{ _id: Types.ObjectId }[]>(),
    ContactMessageModel.find({ email }, "_id").lean<{ _id: Types.ObjectId }[]>(),
    PrivacyRequestModel.find({ email }, "_id").lean<{ _id: Types.ObjectId }[]>(),
    ReportModel.find({ email }, "_id").lean<{ _id: Types.ObjectId }[]>(),
    ReservationModel.find({ reference: referenceOf(q) }, "_id").lean<{ _id: Types.ObjectId }[]>(),
  ]);
  return found.flat().map(({ _id }) => _id);
}
