import { capacityLabel } from "@models/enumerations";
import { priceTag } from "~/rules/price";
import { ownVenues } from "./own-venues.server";
import { toPicture, type Picture } from "./venue-shapes";

/** The venue an owner published last, as the profile shows it. */
export interface LatestVenue {
  id: string;
  title: string;
  city: string;
  postalCode: string;
  /** Label: '10 - 50'. */
  capacity: string;
  /** In its own unit: '480 € par jour'. */
  price: string;
  isAvailable: boolean;
  cover: Picture | null;
}

/** The most recently created venue of an owner; null when there is none. */
export async function myLatestVenue(ownerId: string): Promise<LatestVenue | null> {
  const [venue] = await ownVenues(ownerId);
  if (!venue) return null;
  const { amount, per } = priceTag({ period: venue.time, unitPrice: venue.price });
  const [cover] = venue.locationIMG;
  return {
    id: venue._id.toString(),
    title: venue.title,
    city: venue.city,
    postalCode: venue.postalCode,
    capacity: capacityLabel(venue.capacity),
    price: `${amount} ${per}`,
    isAvailable: venue.status === "available",
    cover: cover ? toPicture(cover) : null,
  };
}
