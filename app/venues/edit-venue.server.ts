import { Types, type ClientSession, type UpdateQuery } from "mongoose";
import { enqueue } from "@jobs/queue";
import { VenueModel, type Venue, type VenuePhoto } from "@models/venue";
import { contradictionOf } from "~/rules/time-rules";
import { geocode } from "~/platform/address/geocode.server";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { foldText } from "~/platform/fold-text";
import { Refusal } from "~/platform/refusal";
import { orRefuse } from "~/platform/web/refusal-of.server";
import { claimDrafts, releasePhotos } from "./draft-photos.server";
import { keepTown, type TellOfStreet } from "./keep-address.server";
import { findOwnVenue, isComparable, versionOf } from "./own-venue.server";
import { readCalendarsAgain } from "./read-calendars-again.server";
import { areSearchable, keptAsSeen } from "./refresh-listing.server";
import { searchKeysOf } from "./search-keys";
import { asShown } from "./sent-photos.server";
import { namedPhotos, photoWords } from "./venue-photos";
import {
  VENUE_FIELDS,
  type SentChange,
  type VenueChange,
  type VenueEdit,
  type VenueField,
} from "./venue-input";

const ADDRESS = ["street", "postalCode", "city", "country"] as const;

/** When it is, and who tells those who are to come of another street: without that theirs stays as it is. */
export interface Saving {
  now?: Date;
  tell?: TellOfStreet;
}

/**
 * Makes a venue of this owner what its form says, in one transaction: an optional field left empty is
 * taken away. Reservations already made keep their terms, and their town: see `keepTown`.
 *
 * @param version of the venue as the form showed it (`versionOf`): all fields are written, so what somebody else
 *   changed since would be taken back unseen, a venue that was closed or a price that went up. The same form once
 *   more, its new photos too, changes nothing.
 * @returns how many clients are written to, of another street
 * @throws Refusal as `changeVenue`, and "venue_changed" | "form_outdated", of a form that another release has shown
 */
export async function editVenue(
  ownerId: string,
  venueId: string,
  { version, ...edit }: VenueEdit & { version?: string },
  saving: Saving = {},
): Promise<number> {
  const unsaid = VENUE_FIELDS.filter((field) => edit[field] === undefined);
  return await saveVenue({ ownerId, venueId, version }, edit, unsaid, saving);
}

/**
 * Changes some of a venue of this owner, in one transaction; what is absent stays as it is, what is null is taken away.
 *
 * @throws Refusal("not_found") for a venue that is not theirs, Refusal("photos_gone") for a photo
 *   that is neither the venue's nor a draft of theirs, Refusal("stay_lengths_reversed" |
 *   "stay_never_held" | "stay_never_open") for rules that no stay could keep, Refusal("town_in_use" | "town_reviewed" |
 *   "town_left_lately") for another town while reservations are to come, it has reviews or somebody was there these days, Refusal("edit_failed") when the database does not answer
 */
export async function changeVenue(
  ownerId: string,
  venueId: string,
  change: SentChange,
  saving: Saving = {},
): Promise<void> {
  const unsaid = VENUE_FIELDS.filter((field) => change[field] === null);
  const said = Object.entries(change).filter(([, value]) => value !== null);
  await saveVenue({ ownerId, venueId }, Object.fromEntries(said), unsaid, saving);
}

async function saveVenue(
  { ownerId, venueId, version }: { ownerId: string; venueId: string; version?: string },
  change: VenueChange,
  unsaid: readonly VenueField[],
  { now = new Date(), tell }: Saving,
): Promise<number> {
  const saved = await orRefuse("edit_failed", async () => {
    const before = await findOwnVenue(ownerId, venueId);
    const place = { ...before, ...change };
    const isSought = hasMoved(before, change) || (!before.coordinates && hasWholeAddress(place));
    const coordinates = isSought ? await geocode(place) : null;
    return await inTransaction(async (transaction) => {
      const venue = await findOwnVenue(ownerId, venueId, transaction);
      if (version !== undefined && version !== versionOf(venue)) {
        const again = { ...change, ...(await asShown(venue, change, transaction)) };
        if (isAlready(venue, again, unsaid)) return NOTHING;
        const why = isComparable(version) ? "venue_changed" : "form_outdated";
        throw new Refusal(why, { field: "version" });
      }
      const { photo, described, ...fields } = change;
      requireKeepable(fields, venue, unsaid);
      const clients = await keepTown(venue, { ...venue, ...fields }, now, transaction);
      const shown = await arrange(venue, { photo, described }, transaction);
      const owner = await keptAsSeen(ownerId, transaction);
      const set: Partial<Venue> = {
        ...fields,
        locationIMG: namedPhotos(fields.title ?? venue.title, shown, venue),
        searchable:
          venue.listed && areSearchable(owner) && (fields.status ?? venue.status) === "available",
      };
      const gone: (keyof Venue)[] = [...unsaid];
      // What it was published from is another venue by now, and may be published anew.
      if (!isAlready(venue, change, unsaid)) gone.push("sentAs");
      // Of another address, the old coordinates and what the land register says would be those of the wrong place.
      if (coordinates && !hasMoved(place, { ...venue, ...change })) set.coordinates = coordinates;
      else if (hasMoved(venue, change)) gone.push("coordinates");
      // A reference that its owner looked up is not lost to a capital or an accent.
      if (hasMoved(venue, change, foldText)) gone.push("cadastralReference");
      const after = { ...venue, ...set };
      if (gone.includes("coordinates")) delete after.coordinates;
      set.searchKeys = searchKeysOf(after);
      const update: UpdateQuery<Venue> = {
        $set: set,
        ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((name) => [name, 1])) }),
      };
      await VenueModel.updateOne({ _id: venue._id }, update).session(transaction);
      const told = await telling(tell, clients, { before: venue, now }, transaction);
      const then = without(unsaid, after);
      if (weekdaysOf(venue) === weekdaysOf(then)) return { told, hasTaken: false };
      return { told, hasTaken: await readCalendarsAgain(then, transaction) };
    });
  });
  const { told, hasTaken } = saved;
  await bumpContentVersion({ venues: [venueId], ...(hasTaken && { days: [venueId] }) });
  if (told > 0) await enqueue("send-mails");
  return told;
}

/** Of what is so already: clients that are written to, and whether half days were taken. */
const NOTHING = { told: 0, hasTaken: false };

async function telling(
  tell: TellOfStreet | undefined,
  clients: Parameters<TellOfStreet>[0],
  correction: Parameters<TellOfStreet>[1],
  transaction: ClientSession,
): Promise<number> {
  if (clients.length === 0) return 0;
  if (!tell) throw new Error("A street is corrected of which nobody tells those who are to come");
  return await tell(clients, correction, transaction);
}

/** Whether a venue is what an edit would make of it: the same form sent twice is one edit, and nobody else's. */
function isAlready(
  venue: Venue,
  { photo, described, ...fields }: VenueChange,
  unsaid: readonly VenueField[],
): boolean {
  const shown = photo ? photosOf(venue, { photo, described }) : venue.locationIMG;
  if (photo && shown.length < photo.length) return false;
  const after: Venue = {
    ...{ ...without(unsaid, venue), ...fields },
    locationIMG: namedPhotos(fields.title ?? venue.title, shown, venue),
  };
  return versionOf(after) === versionOf(venue);
}

/** What changes alone may contradict what stands: then no stay could keep the rules. */
function requireKeepable(change: VenueChange, before: Venue, unsaid: readonly VenueField[]): void {
  const contradiction = contradictionOf({ ...without(unsaid, before), ...change });
  if (contradiction) throw new Refusal(contradiction, { field: "shortestStay" });
}

function weekdaysOf({ closedWeekdays = [] }: Venue): string {
  return [...closedWeekdays].sort().join();
}

/** A venue of which some is taken away. */
function without(unsaid: readonly VenueField[], venue: Venue): Venue {
  const rest = { ...venue };
  for (const field of unsaid) delete rest[field];
  return rest;
}

function hasMoved(
  venue: Pick<Venue, (typeof ADDRESS)[number]>,
  change: VenueChange,
  reading = (text: string) => text,
): boolean {
  return ADDRESS.some((part) => reading(change[part] ?? venue[part]) !== reading(venue[part]));
}

/** Whether it is worth asking anew where a venue is: the address base may have been slow the last time. */
function hasWholeAddress(venue: Pick<Venue, (typeof ADDRESS)[number]>): boolean {
  return ADDRESS.every((part) => venue[part]);
}

/**
 * The photos that a venue is to show, by id; what it no longer shows is given up. Of one that nothing is said of
 * anew, what was said stays.
 */
async function arrange(
  venue: Venue,
  { photo: ids, described }: Pick<VenueChange, "photo" | "described">,
  transaction: ClientSession,
): Promise<VenuePhoto[]> {
  if (!ids) return venue.locationIMG;
  const before = venue.locationIMG.map(({ image }) => image.toString());
  const drafts = await claimDrafts(ids, venue.userId, transaction, before);
  const dropped = before.filter((id) => !ids.includes(id));
  await releasePhotos(
    dropped.map((id) => new Types.ObjectId(id)),
    venue.userId,
    transaction,
  );
  return photosOf(venue, { photo: ids, described }, drafts);
}

/** Photos by their ids, those that a venue shows and drafts; what is neither is none. */
function photosOf(
  venue: Venue,
  { photo: ids, described = [] }: Pick<VenueEdit, "photo" | "described">,
  drafts: Awaited<ReturnType<typeof claimDrafts>> = new Map(),
): VenuePhoto[] {
  const before = new Map(venue.locationIMG.map((photo) => [photo.image.toString(), photo]));
  const words = photoWords(described);
  return ids.flatMap((id) => {
    const draft = drafts.get(id);
    const photo =
      before.get(id) ??
      (draft && { image: draft._id, alt: "", width: draft.width, height: draft.height });
    return photo ? [{ ...photo, alt: words.get(id) ?? photo.alt }] : [];
  });
}
