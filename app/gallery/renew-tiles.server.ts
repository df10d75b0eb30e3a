import { Types, type ClientSession } from "mongoose";
import type { RenewedSection } from "@models/enumerations";
import { GalleryRunModel, type GalleryRun } from "@models/gallery-run";
import { GalleryTileModel, type GalleryTile } from "@models/gallery-tile";
import { SettingModel } from "@models/setting";
import { bumpContentVersion } from "~/platform/content-version.server";
import { inTransaction } from "~/platform/database.server";
import { isDatabaseOutage, isDuplicateKey } from "~/platform/database-errors.server";
import { todayInParis } from "~/platform/days";
import { logger } from "~/platform/log.server";
import { Refusal } from "~/platform/refusal";
import { pickVenues, type PickedVenue } from "./pick-venues.server";

/** What else belongs to an act, in its transaction. */
type Within = (transaction: ClientSession) => Promise<void>;

/**
 * Makes a section of the home page anew, because an administrator asked for it.
 *
 * @param within what else belongs to it, in its transaction
 */
export async function renewOnce(
  section: RenewedSection,
  { by, now, within }: { by: string; now: Date; within: Within },
): Promise<GalleryRun> {
  const id = `${section}:${new Types.ObjectId().toString()}`;
  const renewal = { section, id, now, by: new Types.ObjectId(by), within };
  try {
    return await renew(renewal);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Another renewal has just put tiles on the same free places.
    return await renew(renewal);
  }
}

/**
 * Makes a section of the home page anew unless its daily switch is off. Of several workers that do it on one
 * day of Paris one does: the run's id is the day's.
 *
 * @returns null when there was nothing to do
 */
export async function renewDaily(section: RenewedSection, now: Date): Promise<GalleryRun | null> {
  if (!(await isDaily(section))) return null;
  const id = `${section}:${todayInParis(now)}`;
  if (await GalleryRunModel.exists({ _id: id })) return null;
  try {
    return await renew({ section, id, now });
  } catch (error) {
    if (isDuplicateKey(error)) return null;
    throw error;
  }
}

/** The setting that says whether a section is renewed every day. */
function switchOf(section: RenewedSection): string {
  return `galleryDaily:${section}`;
}

/** On until an administrator turned it off: a new site's home page shows its venues without being told to. */
export async function isDaily(section: RenewedSection): Promise<boolean> {
  return (await SettingModel.findById(switchOf(section)).lean())?.value !== false;
}

/** Turns the daily renewal of a section on or off. */
export async function setDaily(
  section: RenewedSection,
  { isOn, now, within }: { isOn: boolean; now: Date; within: Within },
): Promise<void> {
  await inTransaction(async (transaction) => {
    await SettingModel.updateOne(
      { _id: switchOf(section) },
      { $set: { value: isOn, updatedAt: now } },
      { upsert: true },
    ).session(transaction);
    await within(transaction);
  });
}

interface Renewal {
  section: RenewedSection;
  /** Of the run. */
  id: string;
  now: Date;
  by?: Types.ObjectId;
  within?: Within;
}

/** A run that fails is written down too, unless it was refused or the database is away, and leaves the tiles as they were. */
async function renew({ section, id, now, by, within }: Renewal): Promise<GalleryRun> {
  const begun = performance.now();
  const run = { section, startedAt: now, ...(by && { by }) };
  const took = () => Math.round(performance.now() - begun);
  try {
    const former = await GalleryTileModel.find({ section }).sort({ place: 1 }).lean();
    const venues = await pickVenues(
      section,
      former.flatMap(({ venue }) => venue ?? []),
    );
    const isSame =
      venues.length === former.length &&
      venues.every(({ _id }, place) => former[place]?.venue?.equals(_id));
    const outcome = isSame ? ("unchanged" as const) : ("renewed" as const);
    const done = { ...run, _id: id, took: took(), outcome, tiles: venues.length };
    await inTransaction(async (transaction) => {
      await GalleryRunModel.create([done], { session: transaction });
      await GalleryTileModel.deleteMany({ section }).session(transaction);
      const tiles = venues.map((venue, place) => tileOf(section, venue, place, now));
      if (tiles.length > 0) await GalleryTileModel.insertMany(tiles, { session: transaction });
      await within?.(transaction);
    });
    await bumpContentVersion({ pages: true });
    return done;
  } catch (error) {
    // Another worker did it, somebody may not, or nothing could be written now: that is no failure of the run.
    const isOther = isDuplicateKey(error) || error instanceof Refusal || isDatabaseOutage(error);
    if (!isOther) await noteFailure({ ...run, took: took() });
    throw error;
  }
}

/** Never rejects: what the run failed with is told, not that it could not be written down. */
async function noteFailure(
  run: Pick<GalleryRun, "section" | "startedAt" | "by" | "took">,
): Promise<void> {
  const { section } = run;
  try {
    const _id = `${section}:${new Types.ObjectId().toString()}`;
    const tiles = await GalleryTileModel.countDocuments({ section });
    await GalleryRunModel.create({ ...run, _id, outcome: "failed", tiles });
  } catch (error) {
    logger.warn({ err: error, section }, "failed renewal not written down");
  }
}

function tileOf(
  section: RenewedSection,
  { _id, title, locationIMG }: PickedVenue,
  place: number,
  now: Date,
): GalleryTile {
  return {
    _id: `${section}:${place}`,
    section,
    place,
    text: title,
    image: locationIMG[0]?.image,
    venue: _id,
    updatedAt: now,
  };
}
