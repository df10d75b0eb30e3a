import { VenueModel } from "@models/venue";

/** Search engines read at most so many addresses in one sitemap. */
const MOST = 50_000;

/** The ids of all venues that anyone may see, newest first. */
export async function listVenueIds(): Promise<string[]> {
  const venues = await VenueModel.find({ searchable: true }, "_id")
    .sort({ createdAt: -1, _id: -1 })
    .limit(MOST)
    .lean();
  return venues.map(({ _id }) => _id.toString());
}
