import { trusted } from "mongoose";
import { AccessEntryModel } from "@models/access-entry";
import { monthsAgo } from "~/platform/days";
import { deleteAll } from "~/platform/delete-all.server";

/** For how many months it is kept who looked at whose data (decision 047). */
const KEPT_MONTHS = 12;

/** Deletes what was noted of looks at personal data a year ago and before. */
export async function forgetAccesses(now: Date): Promise<void> {
  const before = monthsAgo(now, KEPT_MONTHS);
  await deleteAll(AccessEntryModel, { at: trusted({ $lt: before }) });
}
