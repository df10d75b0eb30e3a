import { trusted } from "mongoose";
import { jobsCollection } from "@jobs/queue";
import { RENEWED_SECTIONS, type RenewedSection, type RunOutcome } from "@models/enumerations";
import { GalleryRunModel, type GalleryRun } from "@models/gallery-run";
import { GalleryTileModel } from "@models/gallery-tile";
import { UserModel } from "@models/user";
import { formatDay, formatInstant, parisDayOf } from "~/platform/days";
import { CITY_PLACES } from "./forms";
import { isDaily } from "./renew-tiles.server";

/** Runs told of, the last one first. */
const RUNS = 6;

export interface CityPlace {
  /** From 1. */
  place: number;
  /** Null: nothing stands there. */
  tile: { name: string; imageId: string | null; changedOn: string } | null;
}

export interface ShownRun {
  id: string;
  /** '21/11/2026 à 4 h' */
  at: string;
  /** In whole seconds, 1 at least. */
  seconds: number;
  outcome: RunOutcome;
  tiles: number;
  /** The administrator who asked; null: the daily job. */
  by: string | null;
}

export interface RenewalState {
  section: RenewedSection;
  isDaily: boolean;
  runs: ShownRun[];
  /** When the daily job's next turn is; null while it is off, or no worker has run yet. */
  next: string | null;
}

/** The home page's gallery, as its administrators see it. */
export async function galleryPage(): Promise<{ places: CityPlace[]; renewals: RenewalState[] }> {
  const [tiles, renewals] = await Promise.all([
    GalleryTileModel.find({ section: "city" }).lean(),
    Promise.all(RENEWED_SECTIONS.map(renewalState)),
  ]);
  const places = Array.from({ length: CITY_PLACES }, (_, place) => {
    const tile = tiles.find((one) => one.place === place);
    return {
      place: place + 1,
      tile: tile
        ? {
            name: tile.text,
            imageId: tile.image?.toString() ?? null,
            changedOn: formatDay(parisDayOf(tile.updatedAt)),
          }
        : null,
    };
  });
  return { places, renewals };
}

async function renewalState(section: RenewedSection): Promise<RenewalState> {
  const [isOn, runs, job] = await Promise.all([
    isDaily(section),
    GalleryRunModel.find({ section }).sort({ startedAt: -1 }).limit(RUNS).lean(),
    jobsCollection<{ name: string; type: string; nextRunAt?: Date | null }>().findOne({
      name: `renew-${section}`,
      type: "single",
    }),
  ]);
  const names = await namesOf(runs);
  return {
    section,
    isDaily: isOn,
    runs: runs.map((run) => ({
      id: run._id,
      at: formatInstant(run.startedAt),
      seconds: Math.max(1, Math.round(run.took / 1_000)),
      outcome: run.outcome,
      tiles: run.tiles,
      by: run.by ? (names.get(run.by.toString()) ?? "un ancien compte") : null,
    })),
    next: isOn && job?.nextRunAt ? formatInstant(job.nextRunAt) : null,
  };
}

async function namesOf(runs: readonly GalleryRun[]): Promise<ReadonlyMap<string, string>> {
  const admins = await UserModel.find(
    { _id: trusted({ $in: runs.flatMap(({ by }) => by ?? []) }) },
    "name lastname",
  ).lean();
  return new Map(admins.map(({ _id, name, lastname }) => [_id.toString(), `${name} ${lastname}`]));
}
