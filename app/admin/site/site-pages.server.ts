import { SettingModel, SITE_STATE } from "@models/setting";
import { formatInstant, parisTimeOf } from "~/platform/days";
import { closedFor, isDuring, readState, type Notice } from "~/platform/site-state";
import { Refusal } from "~/platform/refusal";
import { siteSeen, standing } from "./site-seen.server";
import { AUDIENCE_LABELS, KIND_LABELS, noticeText } from "./words";

/** A banner as the office lists it. */
export interface NoticeRow {
  id: string;
  text: string;
  kind: string;
  audience: string;
  from: string;
  until: string;
  isShown: boolean;
}

/** The fields of a banner's form, as text. */
export type NoticeFields = Record<"text" | "link" | "kind" | "audience" | "from" | "until", string>;

async function stored() {
  const setting = await SettingModel.findById(SITE_STATE).lean();
  return readState(String(setting?.value ?? ""));
}

/** The banners that are shown or to come. */
export async function noticesPage(now: Date): Promise<NoticeRow[]> {
  const { notices } = await stored();
  return notices
    .filter(({ until }) => until > now)
    .sort((a, b) => a.from.getTime() - b.from.getTime())
    .map((notice) => ({
      id: notice.id,
      text: notice.text,
      kind: KIND_LABELS[notice.kind],
      audience: AUDIENCE_LABELS[notice.audience],
      from: formatInstant(notice.from),
      until: formatInstant(notice.until),
      isShown: isDuring(notice, now),
    }));
}

/** @throws Refusal("not_found") */
export async function noticePage(id: string): Promise<{
  id: string;
  fields: NoticeFields;
  /** As it stands, in a sentence's words, for who has typed over what it was. */
  stands: string;
  seen: string;
}> {
  const { notices } = await stored();
  const notice = notices.find((one) => one.id === id);
  if (!notice) throw new Refusal("not_found");
  return { id, fields: fieldsOf(notice), stands: noticeText(notice), seen: siteSeen(notice) };
}

function fieldsOf({ text, link = "", kind, audience, from, until }: Notice): NoticeFields {
  return { text, link, kind, audience, from: parisTimeOf(from), until: parisTimeOf(until) };
}

/** A maintenance that is on or to come; dates are text. */
export interface PlannedMaintenance {
  message: string;
  from: string;
  until: string | null;
  isClosed: boolean;
}

/** Whether the site is closed, or about to be (`planned`; null when it is neither), as its form carries it too. */
export async function maintenancePage(
  now: Date,
): Promise<{ planned: PlannedMaintenance | null; seen: string }> {
  const state = await stored();
  const maintenance = standing(state.maintenance, now);
  const seen = siteSeen(maintenance);
  if (!maintenance) return { planned: null, seen };
  const planned = {
    message: maintenance.message,
    from: formatInstant(maintenance.from),
    until: maintenance.until ? formatInstant(maintenance.until) : null,
    isClosed: closedFor(state, now) !== null,
  };
  return { planned, seen };
}
