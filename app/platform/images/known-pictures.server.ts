import { LRUCache } from "lru-cache";
import { Types } from "mongoose";
import { ImageModel, type Image } from "@models/image";
import type { ContentChange } from "@models/setting";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { lookForChanges, onContentChange } from "../content-version.server";

/** What is known of a picture before its bytes are read. */
export interface KnownPicture {
  widths: readonly number[];
  owner: string;
  /** Something that everybody may see shows it. Others are for their owner and the back-office. */
  isPublic: boolean;
}

/** With what it is public by: of a photo the venues that show it. */
interface PublicPicture extends KnownPicture {
  venues: readonly string[];
}

/** How long this process believes what it knows of a picture, in ms, when nobody tells it of a change. */
const TTL = 10 * 60_000;

/** Public pictures lately asked for, so that one on disk costs no query. */
const known = new LRUCache<string, PublicPicture>({ max: 20_000, ttl: TTL });
/** How many changes this process heard of: what was read while one came may be from before it. */
let heard = 0;

/** A picture by its id, as 24 hexadecimal digits; null when there is none. One question at most. */
export async function pictureOf(id: string): Promise<KnownPicture | null> {
  lookForChanges();
  const remembered = known.get(id);
  if (remembered) return remembered;
  const before = heard;
  const picture = await readPicture(id);
  if (picture?.isPublic && heard === before) known.set(id, picture);
  return picture;
}

/** Forgets a picture that is no more. */
export function forgetPicture(id: string): void {
  heard += 1;
  known.delete(id);
}

onContentChange((change) => {
  heard += 1;
  for (const [id, picture] of known) if (concerns(change, picture)) known.delete(id);
});

/** Whether a picture may not be public any more after a change. */
function concerns(
  { venues = [], owners = [], pages, anything }: ContentChange,
  picture: PublicPicture,
): boolean {
  if (anything) return true;
  if (pages && picture.venues.length === 0) return true;
  return owners.includes(picture.owner) || picture.venues.some((id) => venues.includes(id));
}

interface Found extends Pick<Image, "owner" | "purpose" | "widths" | "draftSince"> {
  venues: Pick<Venue, "_id" | "listed">[];
  owners: Pick<User, "bannedAt" | "deletedAt">[];
}

async function readPicture(id: string): Promise<PublicPicture | null> {
  const [found] = await ImageModel.aggregate<Found>([
    { $match: { _id: new Types.ObjectId(id) } },
    { $project: { owner: 1, purpose: 1, widths: 1, draftSince: 1 } },
    {
      $lookup: {
        from: VenueModel.collection.name,
        localField: "_id",
        foreignField: "locationIMG.image",
        pipeline: [{ $project: { listed: 1 } }],
        as: "venues",
      },
    },
    {
      $lookup: {
        from: UserModel.collection.name,
        localField: "owner",
        foreignField: "_id",
        pipeline: [{ $project: { _id: 0, bannedAt: 1, deletedAt: 1 } }],
        as: "owners",
      },
    },
  ]);
  if (!found) return null;
  return {
    widths: found.widths,
    owner: found.owner.toString(),
    isPublic: isShown(found),
    venues: found.venues.map(({ _id }) => _id.toString()),
  };
}

/**
 * A photo by a venue that has a page, a face while its account is open, until they are given up. The gallery is the
 * site's own: pages on their way show what it had until today.
 */
function isShown({ purpose, draftSince, venues, owners }: Found): boolean {
  switch (purpose) {
    case "venue":
      return !draftSince && venues.some(({ listed }) => listed);
    case "avatar":
      return !draftSince && owners.some(({ bannedAt, deletedAt }) => !bannedAt && !deletedAt);
    case "gallery":
      return true;
  }
}
