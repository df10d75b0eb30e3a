import { Types } from "mongoose";
import { SavedFilterModel } from "@models/saved-filter";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { Refusal } from "~/platform/refusal";
import type { List } from "./define-list.server";
import type { SavedFilterLink } from "./saved-filter-link";

/** How many filters an administrator keeps of one list. */
const MOST = 20;

/** The filters that an administrator keeps, of one list or of all, by their names. */
export async function savedFilters(adminId: string, list?: string): Promise<SavedFilterLink[]> {
  const admin = new Types.ObjectId(adminId);
  const filters = await SavedFilterModel.find({ admin, ...(list && { list }) }).lean();
  return filters
    .map(({ _id, list: of, name, path }) => ({ id: _id.toString(), list: of, name, path }))
    .sort((a, b) => a.name.localeCompare(b.name, "fr"));
}

/**
 * Keeps what a query string filters a list by, under a name that the list has once.
 *
 * @returns the list's address under it
 * @throws Refusal("filter_empty" | "filters_full" | "filter_name")
 */
export async function saveFilter({
  adminId,
  list,
  query,
  name,
  now,
}: {
  adminId: string;
  list: List<unknown>;
  query: string;
  name: string;
  now: Date;
}): Promise<string> {
  const path = list.pathUnder(query);
  if (path === list.path) throw new Refusal("filter_empty");
  const known = await savedFilters(adminId, list.path);
  if (known.some((one) => one.name === name && one.path === path)) return path;
  if (known.length >= MOST) throw new Refusal("filters_full");
  const admin = new Types.ObjectId(adminId);
  try {
    await SavedFilterModel.create({ admin, list: list.path, name, path, createdAt: now });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    throw new Refusal("filter_name", { field: "nom", cause: error });
  }
  return path;
}

/** Forgets one of an administrator's own filters; of anybody else's nothing changes. */
export async function removeFilter(adminId: string, id: string): Promise<void> {
  await SavedFilterModel.deleteOne({ _id: id, admin: new Types.ObjectId(adminId) });
}
