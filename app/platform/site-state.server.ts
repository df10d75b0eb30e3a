import type { ClientSession } from "mongoose";
import { SettingModel, SITE_STATE } from "@models/setting";
import { bumpContentVersion } from "./content-version.server";
import { readState, type SiteState } from "./site-state";
import { keepState } from "./known-state.server";

/** The state as it is stored, in the caller's transaction. */
export async function storedState(transaction: ClientSession): Promise<SiteState> {
  const setting = await SettingModel.findById(SITE_STATE).session(transaction).lean();
  return readState(String(setting?.value ?? ""));
}

/** Stores it, in the caller's transaction; `publishState` follows the commit. */
export async function storeState(state: SiteState, transaction: ClientSession): Promise<void> {
  await SettingModel.updateOne(
    { _id: SITE_STATE },
    { $set: { value: JSON.stringify(state), updatedAt: new Date() } },
    { upsert: true, session: transaction },
  );
}

/** Makes the stored state known: in this process at once, in others within two seconds; cached pages are made anew. */
export async function publishState(): Promise<void> {
  await loadState();
  await bumpContentVersion({ pages: true });
}

/** Reads the stored state into this process: at start, before the first request, and after a change. */
export async function loadState(): Promise<void> {
  const setting = await SettingModel.findById(SITE_STATE).lean();
  keepState(String(setting?.value ?? ""));
}
