import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { inTransaction } from "~/platform/database.server";
import { publishState, storedState, storeState } from "~/platform/site-state.server";
import type { Notice } from "~/platform/site-state";
import { Refusal } from "~/platform/refusal";
import { mayAct, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";
import { MOST_NOTICES } from "./forms";
import { siteSeen } from "./site-seen.server";
import { noticeText } from "./words";

interface Change {
  actor: Pick<Actor, "id" | "requestId" | "ip">;
  now: Date;
  /** What its page showed of a banner (`siteSeen`), which alone is changed; absent: whatever it is. */
  seen?: string;
}

/**
 * Shows a banner above the pages of its audience, or changes one.
 *
 * @param id of the one that is changed
 * @throws Refusal("not_found" | "end_past" | "notice_changed" | "notices_full" | "forbidden")
 */
export async function saveNotice(
  fields: Omit<Notice, "id">,
  { actor, now, seen, id }: Change & { id?: string },
): Promise<void> {
  if (fields.until <= now) throw new Refusal("end_past", { field: "until" });
  const notice: Notice = { ...fields, id: id ?? randomUUID() };
  const isSame = (one: Notice) => isDeepStrictEqual({ ...one, id: notice.id }, notice);
  await changeNotices({ actor, now }, (notices) => {
    const former = notices.find((one) => one.id === id);
    if (id !== undefined && !former) throw new Refusal("not_found");
    const isRead = !former || isAsSeen(former, seen);
    // Pressed twice, it is there.
    if ((id === undefined || !isRead) && notices.some(isSame)) return null;
    if (!isRead) throw new Refusal("notice_changed");
    const others = notices.filter((one) => one !== former);
    if (others.length >= MOST_NOTICES) throw new Refusal("notices_full");
    return {
      notices: [...others, notice],
      act: former ? "notice.change" : "notice.create",
      target: notice.id,
      ...(former && { before: noticeText(former) }),
      after: noticeText(notice),
    };
  });
}

/**
 * Takes a banner away, or one to come before it is shown; of one that is away, nothing changes.
 *
 * @throws Refusal("notice_changed" | "forbidden")
 */
export async function endNotice(id: string, change: Change): Promise<void> {
  await changeNotices(change, (notices) => {
    const former = notices.find((one) => one.id === id);
    // Pressed twice, it is away.
    if (!former) return null;
    if (!isAsSeen(former, change.seen)) throw new Refusal("notice_changed");
    return {
      notices: notices.filter((one) => one !== former),
      act: "notice.end",
      target: id,
      before: noticeText(former),
    };
  });
}

const isAsSeen = (notice: Notice, seen: string | undefined) =>
  seen === undefined || seen === siteSeen(notice);

interface Changed {
  notices: Notice[];
  act: "notice.create" | "notice.change" | "notice.end";
  target: string;
  before?: string;
  after?: string;
}

/** What has ended is left out by each change: the log keeps it. @param change null: there is nothing to change */
async function changeNotices(
  { actor, now }: Change,
  change: (notices: readonly Notice[]) => Changed | null,
): Promise<void> {
  await inTransaction(async (transaction) => {
    const state = await storedState(transaction);
    const coming = state.notices.filter(({ until }) => until > now);
    const changed = change(coming);
    if (!changed) return;
    const { notices, ...act } = changed;
    await recordAct({ actor, ...act, at: now }, transaction);
    await mayAct(actor, "site.notices", transaction);
    await storeState({ ...state, notices }, transaction);
  });
  await publishState();
}
