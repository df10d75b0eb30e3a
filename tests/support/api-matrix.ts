/**
 * Who is answered what by /api, written down a second time beside the calls' own descriptions: a change of one
 * is a change of the other. What each administrator's role may is in tests/integration/admin-roles.test.ts.
 */

/** Everybody who calls; each token is the owner's. */
export const CALLERS = [
  "anonymous",
  "unverified",
  "user",
  "owner",
  "otherOwner",
  "master",
  "lecture",
  "support",
  "finance",
  "super-admin",
  // An administrator before the second step.
  "halfway",
  "readToken",
  "writeToken",
] as const;
export type Caller = (typeof CALLERS)[number];

export interface Row {
  call: `${"GET" | "POST" | "DELETE"} /api/${string}`;
  /** Whom it lets in. */
  door: "everyone" | "user" | "member" | "office" | "second step";
  /** It is not for programs with a token. */
  notByToken?: true;
  /** What those are answered who are let in and send nothing, where an id of nothing stands in the path. */
  then: number;
  /** Those who are answered otherwise. */
  but?: Partial<Record<Caller, number>>;
}

const CAN_BE_PAID = { owner: 422, otherOwner: 422, writeToken: 422 } as const;

/** Every call but those of the back-office, whose door is the same for all who are no administrators (`door`). */
export const ROWS: readonly Row[] = [
  { call: "POST /api/auth/signup", door: "everyone", notByToken: true, then: 422 },
  { call: "POST /api/auth/signup-master", door: "everyone", notByToken: true, then: 422 },
  { call: "POST /api/auth/login", door: "everyone", notByToken: true, then: 422 },
  { call: "POST /api/auth/new-code", door: "everyone", notByToken: true, then: 422 },
  { call: "POST /api/auth/verify-email", door: "everyone", notByToken: true, then: 422 },
  { call: "POST /api/auth/forgot-password", door: "everyone", notByToken: true, then: 422 },
  { call: "POST /api/auth/reset-password/:token", door: "everyone", notByToken: true, then: 422 },
  { call: "POST /api/auth/second-factor", door: "second step", notByToken: true, then: 422 },
  { call: "GET /api/auth/check-auth", door: "user", then: 200 },
  { call: "POST /api/auth/setting-cookies/:id", door: "member", then: 422 },
  { call: "GET /api/auth/:id", door: "everyone", then: 404 },
  { call: "GET /api/address/search", door: "everyone", then: 422 },
  { call: "GET /api/gallery/get-gallery", door: "everyone", then: 200 },
  { call: "GET /api/location/get-all", door: "everyone", then: 200 },
  { call: "GET /api/location/get-filtred-locations", door: "everyone", then: 200 },
  { call: "GET /api/location/:id", door: "everyone", then: 404 },
  { call: "GET /api/location/get-location-user/:id", door: "everyone", then: 404 },
  { call: "GET /api/location/get-my-locations", door: "member", then: 200 },
  { call: "GET /api/location/get-my-requests", door: "member", then: 200 },
  { call: "GET /api/location/my-location/:id", door: "member", then: 404 },
  { call: "POST /api/location/create", door: "member", then: 409, but: CAN_BE_PAID },
  { call: "POST /api/location/edit-my-location/:id", door: "member", then: 404 },
  { call: "DELETE /api/location/delete-my-location/:id", door: "member", then: 404 },
  { call: "POST /api/location/cancel-reservation", door: "member", then: 422 },
  { call: "POST /api/location/write-review/:id", door: "member", then: 422 },
  { call: "POST /api/location/accept-reservation/:id", door: "member", then: 404 },
  { call: "POST /api/location/refuse-reservation/:id", door: "member", then: 404 },
  { call: "POST /api/location/change-dates/:id", door: "member", then: 422 },
  { call: "POST /api/location/close-days/:id", door: "member", then: 422 },
  { call: "POST /api/location/reopen-days/:id", door: "member", then: 422 },
  { call: "POST /api/send/send-contact", door: "everyone", then: 422 },
  { call: "POST /api/send/send-location", door: "member", then: 409, but: CAN_BE_PAID },
  { call: "POST /api/send/edit-profil", door: "member", then: 422 },
  { call: "POST /api/send/edit-address", door: "member", then: 422 },
  { call: "POST /api/stripe/charge", door: "member", then: 422 },
  { call: "POST /api/stripe/refund", door: "member", then: 422 },
  { call: "POST /api/stripe/create-connect-account", door: "member", notByToken: true, then: 200 },
  { call: "POST /api/stripe/save-stripe-account", door: "member", notByToken: true, then: 422 },
  { call: "POST /api/stripe/generate-account-link", door: "member", notByToken: true, then: 422 },
  // For scripts of the site itself alone, who or whatever calls.
  { call: "GET /api/admin/validate/:id", door: "everyone", then: 405 },
  // Last: it ends the session that the others need.
  { call: "POST /api/auth/logout", door: "everyone", notByToken: true, then: 200 },
];

const ADMINISTRATORS: readonly Caller[] = ["lecture", "support", "finance", "super-admin"];

/** What a caller is answered who sends nothing; undefined where a role decides. */
export function expectedStatus(row: Row, caller: Caller): number | undefined {
  const isRead = row.call.startsWith("GET ");
  if (caller === "readToken" || caller === "writeToken") {
    const isRefused = row.notByToken === true || ["office", "second step"].includes(row.door);
    if (isRefused || (caller === "readToken" && !isRead)) return 403;
  }
  const refusal = gateOf(row.door, caller);
  if (refusal !== null) return refusal;
  return row.door === "office" ? undefined : (row.but?.[caller] ?? row.then);
}

/** What whoever is not let in is answered; null: they are. */
function gateOf(door: Row["door"], caller: Caller): number | null {
  if (door === "everyone") return null;
  if (caller === "anonymous") return 401;
  if (door === "user") return null;
  if (caller === "unverified") return 403;
  if (door === "member" || ADMINISTRATORS.includes(caller)) return null;
  return door === "second step" && caller === "halfway" ? null : 403;
}

/** A call about something of somebody's: what is sent, and what each is answered about the owner's, and about no id. */
export interface OwnedRow {
  call: Row["call"];
  body?: "days" | "dates" | "cookies" | "review";
  /** Whose the thing in the path is. */
  thing: "venue" | "account" | "confirmed" | "ended";
  /** In this order; who stands in neither is answered `others`. */
  own: Partial<Record<Caller, number>>;
  others: number;
  badId: number;
}

/** In this order: some change what the next finds. */
export const OWNED_ROWS: readonly OwnedRow[] = [
  { call: "GET /api/auth/:id", thing: "account", own: {}, others: 200, badId: 404 },
  {
    call: "GET /api/location/:id",
    thing: "venue",
    own: { owner: 404, readToken: 404, writeToken: 404 },
    others: 200,
    badId: 404,
  },
  {
    call: "GET /api/location/get-location-user/:id",
    thing: "account",
    own: {},
    others: 200,
    badId: 404,
  },
  {
    call: "GET /api/location/my-location/:id",
    thing: "venue",
    own: { owner: 200, readToken: 200, writeToken: 200 },
    others: 404,
    badId: 404,
  },
  {
    call: "POST /api/auth/setting-cookies/:id",
    thing: "account",
    body: "cookies",
    own: { owner: 200, support: 200, "super-admin": 200, readToken: 403, writeToken: 200 },
    others: 403,
    badId: 404,
  },
  {
    call: "POST /api/location/edit-my-location/:id",
    thing: "venue",
    own: { owner: 200, readToken: 403, writeToken: 200 },
    others: 404,
    badId: 404,
  },
  {
    call: "POST /api/location/close-days/:id",
    thing: "venue",
    body: "days",
    own: { owner: 200, readToken: 403, writeToken: 409 },
    others: 404,
    badId: 404,
  },
  {
    call: "POST /api/location/reopen-days/:id",
    thing: "venue",
    body: "dates",
    own: { owner: 200, readToken: 403, writeToken: 200 },
    others: 404,
    badId: 404,
  },
  {
    call: "POST /api/location/change-dates/:id",
    thing: "confirmed",
    body: "dates",
    own: { user: 200, readToken: 403 },
    others: 404,
    badId: 404,
  },
  {
    call: "POST /api/location/accept-reservation/:id",
    thing: "confirmed",
    own: { owner: 409, readToken: 403, writeToken: 409 },
    others: 404,
    badId: 404,
  },
  {
    call: "POST /api/location/refuse-reservation/:id",
    thing: "confirmed",
    own: { owner: 409, readToken: 403, writeToken: 409 },
    others: 404,
    badId: 404,
  },
  {
    call: "POST /api/location/write-review/:id",
    thing: "ended",
    body: "review",
    own: { user: 200, readToken: 403 },
    others: 404,
    badId: 404,
  },
  {
    call: "DELETE /api/location/delete-my-location/:id",
    thing: "venue",
    own: { owner: 409, readToken: 403, writeToken: 409 },
    others: 404,
    badId: 404,
  },
];
