import { Types } from "mongoose";
import { VenueModel } from "@models/venue";
import { Refusal } from "~/platform/refusal";
import { toPicture, type Picture } from "~/venues/venue-shapes";
import { reportedOf } from "./reported.server";

/**
 * The photos of a venue, of which an administrator takes one off.
 *
 * @throws Refusal("not_found")
 */
export async function removablePhotos(
  venueId: string,
): Promise<{ title: string; owner: string | null; pictures: Picture[] }> {
  const venue = await VenueModel.findById(venueId, "locationIMG").lean();
  if (!venue) throw new Refusal("not_found");
  const { title, person } = await reportedOf({
    kind: "venue",
    target: new Types.ObjectId(venueId),
  });
  return { title, owner: person?.name ?? null, pictures: venue.locationIMG.map(toPicture) };
}
