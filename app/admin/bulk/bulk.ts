/** Acts on several rows of a list at once: what is chosen, what can be done of it, what was. */
import { z } from "zod";
import { objectId, shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";
import { Refusal } from "~/platform/refusal";

/** A page of a list, and no more. */
const MOST = 50;
const TOO_MANY = `${MOST} lignes au plus à la fois.`;

/** A row that was chosen, before anything is done. */
export interface BulkRow {
  id: string;
  title: string;
  /** What it is before anything is done, where the page that asks says so. */
  state?: string;
  /** Null: there is no such row. */
  href: string | null;
  /** Why nothing can be done of it; null: it can. */
  hindrance: string | null;
  /** How it stands, where the act is held to that: its form sends it back. */
  seen?: string;
}

/** What was done of a row; `problem`: why it was not. */
export interface BulkResult extends Pick<BulkRow, "id" | "title" | "href"> {
  problem: string | null;
}

/** What a list can do of several rows. Each goes through the use case of one, with its entry in the log. */
export interface Bulk<Act extends string, Call> {
  /** The rows of some ids as they stand; ids of nothing are left out. */
  look: (act: Act, ids: readonly string[]) => Promise<BulkRow[]>;
  /**
   * @param seen how it stood when it was chosen (`BulkRow.seen`), which is all that is acted on; absent: no page showed it
   * @throws Refusal what that use case refuses
   */
  run: (act: Act, id: string, call: Call, seen?: string) => Promise<void>;
}

/** The rows that are sent to be acted on, by the name of the list's boxes. */
export const bulkIds = z
  .array(objectId, { required_error: "Choisissez au moins une ligne." })
  .max(MOST, TOO_MANY);

/** The rows that are sent, and how each stood on the page, where that counts. */
export const bulkChosen = { id: bulkIds, seen: z.array(shortText).max(MOST).optional() };
export interface BulkChosen {
  id: readonly string[];
  seen?: readonly string[] | undefined;
}

/** How a row stood, as its form sends it. */
export const seenField = ({ id, seen }: Pick<BulkRow, "id" | "seen">) => `${id}:${seen ?? ""}`;

/** How the page showed a row; empty: it says nothing of it. */
export function seenOf({ seen = [] }: BulkChosen, id: string): string {
  const prefix = seenField({ id });
  return seen.find((one) => one.startsWith(prefix))?.slice(prefix.length) ?? "";
}

/**
 * The ids that a list's boxes put into the address, each once; what is none is dropped.
 *
 * @throws Refusal("bulk_many")
 */
export function chosenIds(query: URLSearchParams): string[] {
  const ids = query.getAll("id").map((id) => id.toLowerCase());
  const chosen = [...new Set(ids)].filter((id) => objectId.safeParse(id).success);
  if (chosen.length > MOST) throw new Refusal("bulk_many");
  return chosen;
}

/** The same of a row that was seen by an instant; one that it does not say is none that anything bears. */
export function instantSeen(seen: string | undefined): Date | undefined {
  if (seen === undefined) return undefined;
  const at = new Date(Number(seen));
  return Number.isNaN(at.getTime()) ? new Date(0) : at;
}

/** Rows in the order of the ids; where there is none, one that says so. */
export function inOrder(ids: readonly string[], rows: readonly BulkRow[]): BulkRow[] {
  const known = new Map(rows.map((row) => [row.id, row]));
  return ids.map(
    (id) => known.get(id) ?? { id, title: "Introuvable", href: null, hindrance: "N’existe plus." },
  );
}

/** Of acts that ask nothing else. */
export const bulkInput = input(bulkChosen);
