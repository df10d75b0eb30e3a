/** What the office tells everybody, and whether the site is open: what it looks like, and whom it is for. */
import { z } from "zod";
import { viewerMay, type Officer } from "./permissions";

/** `incident`: something does not work; `attention`: something will not; `information`: the rest. */
export const NOTICE_KINDS = ["information", "attention", "incident"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/**
 * `members`: whoever is logged in; `owners`: with a payment account; `masters`: with a code for others; `admins`: whoever
 * works in the office now.
 */
export const AUDIENCES = [
  "everyone",
  "visitors",
  "members",
  "owners",
  "masters",
  "admins",
] as const;
export type Audience = (typeof AUDIENCES)[number];

const notice = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  audience: z.enum(AUDIENCES),
  text: z.string(),
  /** A path of the site. */
  link: z.string().optional(),
  from: z.coerce.date(),
  until: z.coerce.date(),
});
export type Notice = z.output<typeof notice>;

const maintenance = z.object({
  message: z.string(),
  from: z.coerce.date(),
  /** Absent: until it is ended. */
  until: z.coerce.date().optional(),
});
export type Maintenance = z.output<typeof maintenance>;

const siteState = z.object({
  notices: z.array(notice),
  maintenance: maintenance.nullable(),
});
/** All of it, those to come included: one value of the settings, as JSON. */
export type SiteState = z.output<typeof siteState>;

export const NO_STATE: SiteState = { notices: [], maintenance: null };

export function readState(json: string): SiteState {
  return json === "" ? NO_STATE : siteState.parse(JSON.parse(json));
}

/** What of a person says which notices are theirs. */
export interface Reader extends Officer {
  accountId?: string | undefined;
  spondorshipCode?: string | undefined;
}

interface Period {
  from: Date;
  until?: Date | undefined;
}

export function isDuring({ from, until }: Period, now: Date): boolean {
  return from <= now && (until === undefined || now < until);
}

/** Whose it is. Someone who has not verified their address yet is a visitor still. */
function isFor(audience: Audience, reader: Reader | null): boolean {
  if (audience === "everyone") return true;
  const member = reader?.isVerified ? reader : null;
  if (audience === "visitors" || member === null) return (audience === "visitors") === !member;
  if (audience === "owners") return member.accountId !== undefined;
  if (audience === "masters") return member.spondorshipCode !== undefined;
  return audience === "members" || viewerMay(member, "office.read");
}

const URGENCY: Record<NoticeKind, number> = { incident: 0, attention: 1, information: 2 };

/** What somebody is told now, the most urgent first. */
export function noticesFor({ notices }: SiteState, reader: Reader | null, now: Date): Notice[] {
  return notices
    .filter((one) => isDuring(one, now) && isFor(one.audience, reader))
    .sort((a, b) => URGENCY[a.kind] - URGENCY[b.kind]);
}

/** Whether people may put a notice away: what they need to know of stays. */
export function mayDismiss({ kind }: Pick<Notice, "kind">, reader: Reader | null): boolean {
  return kind === "information" && reader !== null;
}

/** Whether the site is closed at any moment from one instant until another, as far as is planned. */
export function isClosedWithin({ maintenance }: SiteState, from: Date, until: Date): boolean {
  if (maintenance === null) return false;
  return maintenance.from < until && (maintenance.until === undefined || from < maintenance.until);
}

/** The maintenance that the site is closed for now; null while it is open. */
export function closedFor({ maintenance }: SiteState, now: Date): Maintenance | null {
  return maintenance && isDuring(maintenance, now) ? maintenance : null;
}
