import { SettingModel } from "@models/setting";
import mongoose from "mongoose";
import { todayInParis } from "~/platform/days";

/** The setting that stands while the demo is being written: the instant that its run began. */
const UNFINISHED = "demo-unfinished";

/** The setting that stands once the demo is there: the instant for which it was written. */
const MADE = "demo-made";

/** What is written in one go; in the order of the list, each after those before it. */
export interface Part {
  name: string;
  /** In French, for who waits for it. */
  label: string;
  /** The collections that it alone writes. */
  collections: readonly string[];
  /** Whether it goes on by itself where it was; else it is emptied first and written anew. */
  resumes?: boolean;
  write: () => Promise<void>;
}

/** How far a run is: the part's label, and its place among all. */
export type Tell = (progress: string, done: number, of: number) => void;

const doneSetting = ({ name }: Part) => `demo-part-${name}`;

/** Whether a run was cut short here. */
export async function isUnfinished(): Promise<boolean> {
  return (await SettingModel.exists({ _id: UNFINISHED })) !== null;
}

/**
 * The instant for which the demo is written: that of the run that was cut short, when it began on the
 * same day in Paris (the same day makes the same demo); `now` otherwise.
 */
export async function instantOfRun(now: Date): Promise<Date> {
  const unfinished = await SettingModel.findById(UNFINISHED).lean();
  const begun = new Date(String(unfinished?.value));
  if (Number.isNaN(begun.getTime())) return now;
  return todayInParis(begun) === todayInParis(now) ? begun : now;
}

/** Writes the parts that are not written yet, and forgets at the end that it was under way. */
export async function writeParts(parts: readonly Part[], run: Date, tell: Tell): Promise<void> {
  const unfinished = await SettingModel.findById(UNFINISHED).lean();
  if (unfinished?.value !== run.toISOString()) {
    if (unfinished) await startOver(parts);
    await SettingModel.create({ _id: UNFINISHED, value: run.toISOString(), updatedAt: run });
  }
  for (const [index, part] of parts.entries()) {
    tell(part.label, index, parts.length);
    if (await SettingModel.exists({ _id: doneSetting(part) })) continue;
    if (unfinished && !part.resumes) await empty(part);
    await part.write();
    await SettingModel.create({ _id: doneSetting(part), value: true, updatedAt: run });
  }
  const value = run.toISOString();
  await SettingModel.updateOne({ _id: MADE }, { value, updatedAt: run }, { upsert: true });
  await forget(parts);
}

/** The instant for which the demo was written that is there; null of one from before that was kept. */
export async function instantOfDemo(): Promise<Date | null> {
  const made = await SettingModel.findById(MADE).lean();
  return made ? new Date(String(made.value)) : null;
}

/** Empties what a run of another day has written. */
async function startOver(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await empty(part);
  await forget(parts);
}

async function empty({ collections }: Part): Promise<void> {
  for (const name of collections) await mongoose.connection.collection(name).deleteMany({});
}

async function forget(parts: readonly Part[]): Promise<void> {
  for (const part of parts) await SettingModel.deleteOne({ _id: doneSetting(part) });
  await SettingModel.deleteOne({ _id: UNFINISHED });
}
