import type { ClientSession, Types } from "mongoose";
import { VenueModel } from "@models/venue";
import { NOT_SET } from "~/platform/not-set.server";
import { digest } from "./sent-photos.server";
import type { NewVenue } from "./venue-input";

/**
 * What a venue was published from: whoever loses the answer sends the same again, and then it is the venue that stands.
 * Two at once write to their owner's account (`keepAccountOpen`), so that one begins again, and finds the other's.
 */

/**
 * The digest of what was sent, in hexadecimal.
 *
 * @param photo what its photos are told apart by (`sentPhotosAs`); what is said of them tells no venues apart
 */
export function sentAsOf(
  fields: Omit<NewVenue, "photo" | "described">,
  photo: readonly string[],
): string {
  return digest(JSON.stringify([fields, photo]));
}

/** The id of the venue that was published from the same and stands as it was sent; null when there is none. */
export async function findSent(
  userId: Types.ObjectId,
  sentAs: string,
  transaction: ClientSession | null = null,
): Promise<string | null> {
  const same = { userId, sentAs, deletedAt: NOT_SET };
  const venue = await VenueModel.findOne(same, "_id").session(transaction).lean();
  return venue?._id.toString() ?? null;
}

/**
 * The venue that a form made whose answer was lost, when it comes again with a field corrected, or after an edit: it
 * has the same title and, as nobody's photos are shown by two, the same photos. Null when there is none.
 */
export async function findShown(
  userId: Types.ObjectId,
  { title, photo }: Pick<NewVenue, "title" | "photo">,
): Promise<string | null> {
  const venues = await VenueModel.find({ userId, title, deletedAt: NOT_SET }, "locationIMG").lean();
  const shown = venues.find(
    ({ locationIMG }) => locationIMG.map(({ image }) => image.toString()).join() === photo.join(),
  );
  return shown?._id.toString() ?? null;
}
