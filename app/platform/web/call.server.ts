import type { AppLoadContext } from "@remix-run/node";
import type { z } from "zod";
import { logger } from "../log.server";
import { loggablePath } from "../loggable-path";
import { rolesText, viewerMay, type Permission } from "../permissions";
import type { RequestSession } from "../session.server";
import type { Viewer } from "../viewer.server";
import type { FailureCode } from "./failure.server";
import { noInput, type Input, type InputData } from "./input";
import { limitCaller, type Bucket } from "./rate-limit.server";
import { Refusal } from "../refusal";
import { TEXT_BYTES } from "./request-body.server";

/**
 * `user`: logged in; `verified`: and their address proved, also before they accept the conditions: what everybody may do
 * with an account of theirs; `member`: and has accepted them; `admin`: an administrator, who may not have passed the
 * second step yet; else what an administrator's role has to allow, after that step.
 */
export type Access = "public" | "user" | "verified" | "member" | "admin" | Permission;

export type ViewerOf<A extends Access> = A extends "public" ? Viewer | null : Viewer;

/** What stands in an address, by name: parts of the path, and the query string's fields. */
export type Params = z.ZodObject<z.ZodRawShape>;

/** Whom a call is open to, what it takes, and how often: said here and nowhere else. */
export interface Description<A extends Access, P extends Params, I extends Input> {
  access: A;
  /** Checked before anything is read; what does not fit is a 404. */
  params?: P;
  /** What else it takes to make the call, such as a payment account. @throws Refusal */
  requires?: (viewer: ViewerOf<A>) => void;
  /** How often it may be made: the bucket says whether the caller's address or account is counted. */
  limit?: Bucket | readonly Bucket[];
  /** None: the call takes nothing. */
  input?: I;
  /**
   * The input's field, or the address's part, that may name an account: the caller's own, or, where the call has an
   * `onBehalf`, any for who may act for others.
   */
  subject?: (keyof I["fields"]["shape"] | keyof P["shape"]) & string;
  /**
   * What is done first when an administrator acts for the account that `subject` names. Without it nobody may name
   * another than their own.
   *
   * @returns what follows once the call is done; nothing does of one that is refused, and the call stays done where that fails
   * @throws Refusal
   */
  onBehalf?: (call: OnBehalf) => Promise<() => Promise<void>>;
  /**
   * Whether it may be made while an administrator looks at the site as somebody else. Reading may be unless it is
   * denied here, as for secrets and files; nothing else may be, but what ends the view.
   */
  underView?: boolean;
  /** What is said when it fails unexpectedly. */
  failure?: FailureCode;
}

/** What `run` receives: who calls, what was checked, and the request's surroundings. */
export interface Call<A extends Access, P extends Params, I extends Input> {
  viewer: ViewerOf<A>;
  params: z.output<P>;
  input: InputData<I>;
  /** The account that the call is about: the viewer's, unless it is made on behalf of another. Empty for visitors. */
  subjectId: string;
  now: Date;
  /** The client's address as far as trusted proxies tell it. */
  ip: string;
  session: RequestSession;
  request: Request;
  /** As it stands in the log. */
  requestId: string;
}

/** A call that an administrator makes for somebody else, `subjectId`. */
export type OnBehalf = Call<"user", Params, Input>;

export interface RemixArgs {
  request: Request;
  params: Record<string, string | undefined>;
  context: AppLoadContext;
}

export type AnyDescription = Description<Access, Params, Input>;

/** Someone who may make a call, before its body is read. */
export interface Admitted {
  viewer: Viewer | null;
  params: Record<string, unknown>;
}

/**
 * Says who may make a call, before anything of its body is read.
 *
 * @param known who it is, when no session says it
 * @throws Refusal("login_required" | "forbidden" | "terms_awaited" | "second_factor_required" | "role_required" |
 *   "not_found")
 */
export async function admit(
  description: AnyDescription,
  args: RemixArgs,
  known?: Viewer,
): Promise<Admitted> {
  const viewer = known
    ? admittedViewer(description.access, known)
    : await viewerFor(description.access, args.context);
  const params = checkedParams(description.params, args);
  return { viewer, params };
}

/**
 * Says whether a call may be made now, before anything of its body is read: what it requires is there, and
 * its buckets have a try left, which is counted.
 *
 * @param counted buckets that have counted this request already
 * @throws Refusal("too_many" | "view_only" | "view_hidden"), and what `requires` throws
 */
export async function allowTry(
  description: AnyDescription,
  { viewer }: Pick<Admitted, "viewer">,
  { request, context }: Pick<RemixArgs, "request" | "context">,
  counted: readonly Bucket[] = [],
): Promise<void> {
  await holdToView(description, request, context);
  description.requires?.(viewer);
  for (const bucket of limitsOf(description)) {
    if (!counted.includes(bucket)) await limitCaller(bucket, viewer, context.ip);
  }
}

/**
 * Refuses what may not be done while an administrator looks at the site as somebody else: the one place, for pages,
 * forms and calls alike.
 *
 * @throws Refusal("view_only" | "view_hidden")
 */
export async function holdToView(
  { underView }: Pick<AnyDescription, "underView">,
  { method }: Pick<Request, "method">,
  { session }: Pick<AppLoadContext, "session">,
): Promise<void> {
  const isRead = method === "GET" || method === "HEAD";
  if (underView ?? isRead) return;
  if (!session.present || !(await session.view())) return;
  session.noteRefusedInView();
  throw new Refusal(isRead ? "view_hidden" : "view_only");
}

/**
 * Counts a request whose body may be large, before it is read. One that says that it is small is not: it
 * will be held to that.
 *
 * @throws Refusal("too_many")
 */
export async function countUpload(
  { viewer }: Pick<Admitted, "viewer">,
  { request, context }: Pick<RemixArgs, "request" | "context">,
): Promise<void> {
  const bytes = request.headers.get("content-length");
  if (bytes !== null && Number(bytes) <= TEXT_BYTES) return;
  await limitCaller("uploads", viewer, context.ip);
}

/** In whose name a request holds memory: the caller's account, else their address. */
export function holderOf({ viewer }: Pick<Admitted, "viewer">, { ip }: { ip: string }): string {
  return viewer?.id ?? ip;
}

/**
 * What `run` receives, once the body is read and checked, and what comes first on somebody's behalf is done; and what
 * follows it on their behalf.
 *
 * @throws Refusal("not_found" | "forbidden"), and what `onBehalf` throws
 */
export async function complete(
  description: AnyDescription,
  { viewer, params }: Admitted,
  input: Record<string, unknown>,
  { request, context }: RemixArgs,
): Promise<{ call: Call<Access, Params, Input>; afterwards?: () => Promise<void> }> {
  const subjectId = subjectOf(description, viewer, { ...params, ...input });
  const { ip, session, requestId } = context;
  const said = { params, input, subjectId, now: new Date(), ip, session, request, requestId };
  const call = { ...said, viewer };
  if (!viewer || subjectId === viewer.id) return { call };
  const follow = await description.onBehalf?.({ ...said, viewer });
  if (!follow) return { call };
  // What is done stands: an answer that it failed would have it done once more.
  const afterwards = () =>
    follow().catch((error: unknown) => {
      const path = loggablePath(new URL(request.url).pathname);
      const method = request.method;
      logger.error({ err: error, requestId, method, path }, "done on behalf, and not followed");
    });
  return { call, afterwards };
}

/** What a description takes: nothing unless it says so. */
export function inputOf({ input }: AnyDescription): Input {
  return input ?? noInput;
}

/**
 * The parts of an address that a description names.
 *
 * @throws Refusal("not_found")
 */
export function checkedParams(
  schema: Params | undefined,
  { request, params }: Pick<RemixArgs, "request" | "params">,
): Record<string, unknown> {
  if (!schema) return {};
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const parsed = schema.safeParse({ ...query, ...params });
  if (!parsed.success) throw new Refusal("not_found");
  return parsed.data;
}

/** @throws Refusal("login_required" | "forbidden" | "terms_awaited" | "second_factor_required" | "role_required") */
export async function viewerFor<A extends Access>(
  access: A,
  { session }: AppLoadContext,
): Promise<ViewerOf<A>> {
  const viewer = access === "public" && !session.present ? null : await session.viewer();
  return admittedViewer(access, viewer);
}

/** @throws Refusal("login_required" | "forbidden" | "terms_awaited" | "second_factor_required" | "role_required") */
function admittedViewer<A extends Access>(access: A, viewer: Viewer | null): ViewerOf<A> {
  if (access === "public") return viewer as ViewerOf<A>;
  if (!viewer) throw new Refusal("login_required");
  if (access === "user") return viewer;
  if (!viewer.isVerified) throw new Refusal("forbidden");
  if (access === "verified") return viewer;
  if (access === "member" && viewer.asksTerms) throw new Refusal("terms_awaited");
  if (access === "member" || (access === "admin" && viewer.isAdmin)) return viewer;
  if (access === "admin") throw new Refusal("forbidden");
  if (viewer.isAdmin && !viewer.secondFactorAt) throw new Refusal("second_factor_required");
  if (viewerMay(viewer, access)) return viewer;
  if (!viewer.isAdmin) throw new Refusal("forbidden");
  throw new Refusal("role_required", { limit: rolesText(access) });
}

/** Every bucket of a description, as one list. */
export function limitsOf({ limit = [] }: AnyDescription): readonly Bucket[] {
  return typeof limit === "string" ? [limit] : limit;
}

const anId = /^[0-9a-f]{24}$/;

function subjectOf(
  { subject, onBehalf }: AnyDescription,
  viewer: Viewer | null,
  sent: Record<string, unknown>,
): string {
  const own = viewer?.id ?? "";
  const said = subject === undefined ? undefined : sent[subject];
  const named = typeof said === "string" ? said.toLowerCase() : own;
  if (named === own) return own;
  if (!anId.test(named)) throw new Refusal("not_found");
  if (!onBehalf || !viewer || !viewerMay(viewer, "people.act-for")) throw new Refusal("forbidden");
  return named;
}
