import { Types } from "mongoose";
import { VenueModel } from "@models/venue";
import { Refusal } from "~/platform/refusal";
import { toPicture, type Picture } from "~/venues/venue-shapes";
import { reportedOf } from "./reported.server";

/**
 * The photos of a venue, of which an administrator takes one off: never the last one.
 *
 * @throws Refusal("not_found" | "last_photo")
 */
export async function removablePhotos(
  venueId: string,
): Promise<{ name: string; title: string; owner: string | null; pictures: Picture[] }> {
  const venue = await VenueModel.findById(venueId, "title locationIMG deletedAt").lean();
  if (!venue || venue.deletedAt) throw new Refusal("not_found");
  if (venue.locationIMG.length <= 1) throw new Refusal("last_photo");
  const { title: name, person } = await reportedOf({
    kind: "venue",
    target: new Types.ObjectId(venueId),
  });
  const { title, locationIMG } = venue;
  return { name, title, owner: person?.name ?? null, pictures: locationIMG.map(toPicture) };
}
