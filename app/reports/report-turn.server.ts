import type { ClientSession } from "mongoose";
import { ReviewModel } from "@models/review";
import type { Report } from "@models/report";
import { VenueModel } from "@models/venue";

/**
 * Takes a turn at what is reported of one thing: its venue is written to, so that a report that arrives while the others are
 * decided of is seen by that, or sees that they are. Each writes other documents.
 */
export async function takeReportTurn(
  { kind, target }: Pick<Report, "kind" | "target">,
  transaction: ClientSession,
): Promise<void> {
  const ofReview = async () =>
    await ReviewModel.findById(target, "venue").session(transaction).lean();
  const venue = kind === "venue" ? target : (await ofReview())?.venue;
  // Of a review that went with its account nothing is reported any more.
  if (!venue) return;
  await VenueModel.updateOne({ _id: venue }, { $inc: { lock: 1 } }).session(transaction);
}
