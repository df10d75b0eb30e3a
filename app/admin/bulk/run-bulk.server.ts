import { logger } from "~/platform/log.server";
import { refusalOf } from "~/platform/web/refusal-of.server";
import type { List } from "../lists/define-list.server";
import {
  chosenIds,
  inOrder,
  seenOf,
  type Bulk,
  type BulkChosen,
  type BulkResult,
  type BulkRow,
} from "./bulk";

/** What is asked before several rows are acted on: what would become of each, and the list as it was left. */
export interface BulkPreview<Act extends string> {
  act: Act;
  rows: BulkRow[];
  /** The list's address, under its filters of then. */
  back: string;
}

/** What would become of each row that an address chooses. @throws Refusal("bulk_many") */
export async function previewBulk<Act extends string, Call>(
  { bulk, list }: { bulk: Bulk<Act, Call>; list: List<unknown> },
  act: Act,
  query: URLSearchParams,
): Promise<BulkPreview<Act>> {
  return {
    act,
    rows: await rowsOf(bulk, act, chosenIds(query)),
    back: list.pathUnder(query.get("retour") ?? ""),
  };
}

async function rowsOf<Act extends string, Call>(
  bulk: Bulk<Act, Call>,
  act: Act,
  ids: readonly string[],
): Promise<BulkRow[]> {
  return ids.length > 0 ? inOrder(ids, await bulk.look(act, ids)) : [];
}

/**
 * Acts on each row by itself, in their order: one that fails leaves the others done, and says why. A second time
 * finds nothing left to do.
 */
export async function runBulk<Act extends string, Call>(
  bulk: Bulk<Act, Call>,
  act: Act,
  chosen: BulkChosen,
  call: Call,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  const ids = [...new Set(chosen.id.map((id) => id.toLowerCase()))];
  for (const { id, title, href, hindrance } of await rowsOf(bulk, act, ids)) {
    const seen = seenOf(chosen, id);
    const problem = hindrance ?? (await problemOf(() => bulk.run(act, id, call, seen)));
    results.push({ id, title, href, problem });
  }
  return results;
}

async function problemOf(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal) return refusal.message;
    // The rows before it are done: what became of each has to be told.
    logger.error({ err: error }, "one row of a bulk act failed");
    return "Une erreur s’est produite. Réessayez.";
  }
}
