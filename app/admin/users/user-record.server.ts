import { trusted, Types } from "mongoose";
import type { AdminRole, MasterStatus, StripeStatus } from "@models/enumerations";
import { ReservationModel } from "@models/reservation";
import { UserModel, type User } from "@models/user";
import { VenueModel, type Venue } from "@models/venue";
import { listSessions, type OwnSession } from "~/accounts/own-sessions.server";
import { vatText } from "~/accounts/vat-text";
import { countTokens } from "~/platform/api-token.server";
import { standingChoice } from "~/platform/cookie-choice";
import { cookieProvider } from "~/platform/cookie-provider.server";
import { formatDay, formatInstant, parisDayOf, todayInParis } from "~/platform/days";
import { formatEurosShort } from "~/platform/money";
import { Refusal } from "~/platform/refusal";
import { looksAt, type AccessLine } from "../journal/list-accesses.server";
import { actsOn, type AuditLine } from "../journal/list-audit.server";
import { toReservationRow, type ReservationRow } from "../reservations/list-reservations.server";
import { MADE_STATES } from "../reservations/made-reservations";
import { unpaidReservations, type UnpaidRow } from "../reservations/unpaid-reservations.server";
import { venueState, type VenueState } from "../venues/venue-state";
import { comingReservations } from "./cancel-coming.server";
import { fullName, kindOf, payoutsOf, stateOf, type PersonState } from "../words/person";
import { canBeViewed } from "./user-acts";

/** How many venues, reservations and acts a record shows; the lists have all. */
const SHOWN = 10;

/** An account as the back-office knows it. Dates and amounts are text. */
export interface UserRecord {
  id: string;
  tag: string;
  name: string;
  avatarId: string | null;
  kind: string;
  /** An administrator's. */
  adminRole: AdminRole | null;
  state: PersonState;
  isVerified: boolean;
  isBanned: boolean;
  isClosed: boolean;
  /** Whether the site may be looked at as it sees it, by whose role allows that. */
  canBeViewed: boolean;
  banReason: string | null;
  city: string | null;
  createdAt: string;
  lastLogin: string | null;
  identity: Identity;
  payment: {
    accountId: string | null;
    status: StripeStatus | null;
    /** Null: Stripe pays out as ever. */
    payouts: PersonState | null;
  };
  master: { id: string; name: string; since: string | null } | null;
  /** Its own submission as a master, if it made one. */
  masterStatus: MasterStatus | null;
  venues: VenueLine[];
  reservations: ReservationRow[];
  unpaid: UnpaidRow[];
  sessions: OwnSession[];
  /** How many API tokens programs of its holder's may show. */
  tokens: number;
  acts: AuditLine[];
  /** Who opened it before, the last first. */
  looks: AccessLine[];
  /** How many reservations are to come, as buyer and as owner. */
  coming: number;
}

export interface Identity {
  email: string;
  phone: string | null;
  entityName: string | null;
  siret: string | null;
  RNA: string | null;
  INSEE: string | null;
  /** What receipts say of VAT, marked where it is assumed; null: a private person's, an administrator's or closed. */
  vat: string | null;
  vatNumber: string | null;
  dateOfBirth: string | null;
  address: string | null;
  cookies: string;
}

export interface VenueLine {
  id: string;
  title: string;
  city: string;
  state: VenueState;
  /** How many reservations to come it has. */
  coming: number;
  price: string;
}

/** @throws Refusal("not_found") */
export async function userRecord(userId: string, now: Date): Promise<UserRecord> {
  const user = await UserModel.findById(userId, "-passwordHash -verification -reset").lean();
  if (!user) throw new Refusal("not_found");
  const [master, venues, reservations, unpaid, sessions, tokens, acts, looks, coming] =
    await Promise.all([
      masterOf(user),
      venuesOf(userId),
      reservationsOf(userId, now),
      unpaidReservations(userId, now),
      listSessions(userId, null, now),
      countTokens(userId, now, null),
      actsOn(userId, SHOWN),
      looksAt(userId, SHOWN),
      comingReservations(userId, now),
    ]);
  return {
    id: userId,
    tag: user.tag,
    name: fullName(user),
    avatarId: user.avatar?.toString() ?? null,
    kind: kindOf(user),
    adminRole: user.adminRole ?? null,
    state: stateOf(user),
    isVerified: user.isVerified,
    isBanned: user.bannedAt !== undefined,
    isClosed: user.deletedAt !== undefined,
    canBeViewed: canBeViewed(user),
    banReason: user.banReason ?? null,
    city: user.city ?? null,
    createdAt: formatDay(parisDayOf(user.createdAt)),
    lastLogin: user.lastLogin ? formatInstant(user.lastLogin) : null,
    identity: identityOf(user, now),
    payment: {
      accountId: user.accountId ?? null,
      status: user.stripeStats ?? null,
      payouts: payoutsOf(user),
    },
    master,
    masterStatus: user.masterStatus ?? null,
    venues: venues.map((venue) => ({
      ...venue,
      coming: coming.filter(({ venueId }) => venueId.toString() === venue.id).length,
    })),
    reservations,
    unpaid,
    sessions,
    tokens,
    acts,
    looks,
    coming: coming.length,
  };
}

/** The facts of an identity, as text. */
export function identityOf(
  user: Omit<User, "passwordHash" | "verification" | "reset">,
  now: Date,
): Identity {
  const place = [user.postalCode, user.city].filter(Boolean).join(" ");
  return {
    email: user.email,
    phone: user.phone ?? null,
    entityName: user.entityName ?? null,
    siret: user.siret ?? null,
    RNA: user.RNA ?? null,
    INSEE: user.INSEE ?? null,
    // Of a closed account nothing is left to confirm.
    vat: user.deletedAt ? null : vatText(user),
    vatNumber: user.vatNumber ?? null,
    dateOfBirth: user.dateOfBirth ? formatDay(user.dateOfBirth) : null,
    address: [user.street, place, user.country].filter(Boolean).join(", ") || null,
    cookies: cookiesText(user, now),
  };
}

/** The last choice, and whether it holds no more: its time is over, or it named nobody whom the site has cookies of. */
function cookiesText(
  user: Pick<User, "cookiesSet" | "cookiesSetOn" | "cookiesOf">,
  now: Date,
): string {
  const { cookiesSet, cookiesSetOn } = user;
  if (cookiesSet === undefined) return "Pas encore de choix";
  const said = cookiesSet ? "Tous acceptés" : "Essentiels seulement";
  const dated = cookiesSetOn ? `${said} (${formatDay(cookiesSetOn)})` : said;
  const holds = standingChoice(user, todayInParis(now), cookieProvider()) !== undefined;
  return holds ? dated : `${dated}, choix à redemander`;
}

async function masterOf({ link_id: id, linkedAt }: Pick<User, "link_id" | "linkedAt">) {
  const master = id && (await UserModel.findById(id, "name lastname entityName").lean());
  if (!master) return null;
  return {
    id: master._id.toString(),
    name: master.entityName ?? fullName(master),
    since: linkedAt ? formatDay(parisDayOf(linkedAt)) : null,
  };
}

async function venuesOf(userId: string): Promise<Omit<VenueLine, "coming">[]> {
  const venues = await VenueModel.find(
    { userId: new Types.ObjectId(userId) },
    "title city price status searchable suspendedAt deletedAt",
  )
    .sort({ createdAt: -1 })
    .limit(SHOWN)
    .lean<Venue[]>();
  return venues.map((venue) => ({
    id: venue._id.toString(),
    title: venue.title,
    city: venue.city,
    state: venueState(venue),
    price: formatEurosShort(venue.price),
  }));
}

async function reservationsOf(userId: string, now: Date): Promise<ReservationRow[]> {
  const id = new Types.ObjectId(userId);
  const status = trusted({ $in: MADE_STATES });
  // Each side by its own index, rather than both by none.
  const [asBuyer, asOwner] = await Promise.all(
    [{ userId: id }, { ownerId: id }].map((side) =>
      ReservationModel.find({ ...side, status })
        .sort({ createdAt: -1 })
        .limit(SHOWN)
        .lean(),
    ),
  );
  return [...(asBuyer ?? []), ...(asOwner ?? [])]
    .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    .slice(0, SHOWN)
    .map((reservation) => toReservationRow(reservation, now));
}
