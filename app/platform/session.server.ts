import { trusted, Types, type ClientSession } from "mongoose";
import { projectionOf } from "@models/define";
import { SessionModel, type Session } from "@models/session";
import { UserModel } from "@models/user";
import { inTransaction } from "./database.server";
import { DAY_MS } from "./days";
import { IS_SET } from "./not-set.server";
import { viewerMay } from "./permissions";
import { Refusal } from "./refusal";
import { signedCookie } from "./signed-cookie.server";
import { hashToken, makeToken } from "./token.server";
import { ACCOUNT_FIELDS, viewerFrom, viewerOf, type Account, type Viewer } from "./viewer.server";

/** A session ends so long after its last use… */
export const SESSION_LIFETIME_MS = 14 * DAY_MS;
/** …and so long after the login, however much it is used: a stolen cookie does not work for ever. */
const LONGEST_MS = 90 * DAY_MS;
/** A session in use is prolonged at most this often, so that reading a page seldom writes. */
const TOUCH_MS = 3_600_000;

const cookie = signedCookie("session", SESSION_LIFETIME_MS / 1000);
/** As browsers know it. */
export const SESSION_COOKIE = cookie.name;

/** An administrator who looks at the site as somebody else does. */
export interface View {
  /** Whose eyes: who the session's `viewer()` is meanwhile. */
  person: Viewer;
  /** Whose session it is. */
  admin: Viewer;
  until: Date;
}

/**
 * The session of one request: who is there, login and logout. Reads nothing until asked, and asks
 * the database once. A change puts its cookie on the response by itself.
 */
export class RequestSession {
  #read: Promise<ReadSession> | undefined;
  #holder: Viewer | null = null;
  #view: View | null = null;
  #isRefused = false;
  /** Of a session that this request began: its own cookie is of the one before. */
  #newToken: string | undefined;

  constructor(
    private readonly cookieHeader: string | null,
    private readonly userAgent: string | null,
    /** Puts a `Set-Cookie` on the response. */
    readonly setCookie: (value: string) => void,
  ) {}

  /** Whether the request carries a session cookie at all (its worth unknown). */
  get present(): boolean {
    if (this.#newToken !== undefined) return true;
    return this.cookieHeader?.includes(`${cookie.name}=`) ?? false;
  }

  /** The logged-in person, or null; while an administrator looks at the site as somebody else, that person. */
  async viewer(): Promise<Viewer | null> {
    const { holder, view } = await this.#asked();
    return view ? view.person : holder;
  }

  /** Whose session it is, whoever they look at the site as. */
  async holder(): Promise<Viewer | null> {
    return (await this.#asked()).holder;
  }

  /** The view that an administrator has opened, as long as it stands. */
  async view(): Promise<View | null> {
    return (await this.#asked()).view;
  }

  /** The same, of a session that was asked already: for what is written down once the answer is sent. */
  get knownView(): View | null {
    return this.#view;
  }

  /** Whose session it is, likewise of one that was asked. */
  get knownHolder(): Viewer | null {
    return this.#holder;
  }

  /** Whether this request asked for what a view does not allow. */
  get isRefusedInView(): boolean {
    return this.#isRefused;
  }

  /** Remembers that this request was refused, for the page to say so. */
  noteRefusedInView(): void {
    this.#isRefused = true;
  }

  /** Begins to look at the site as somebody else, in the caller's transaction; whether one may is not asked here. */
  async startView(
    viewing: NonNullable<Session["viewing"]>,
    transaction: ClientSession,
  ): Promise<void> {
    const _id = await this.currentId();
    await SessionModel.updateOne({ _id }, { $set: { viewing } }).session(transaction);
    this.#read = undefined;
  }

  /** Ends that, in the caller's transaction. @returns whether it was one still: of several ends one counts */
  async endView(transaction: ClientSession): Promise<boolean> {
    const _id = await this.currentId();
    const viewing = { _id, viewing: IS_SET };
    const { modifiedCount } = await SessionModel.updateOne(viewing, {
      $unset: { viewing: 1 },
    }).session(transaction);
    this.#read = undefined;
    return modifiedCount > 0;
  }

  #asked(): Promise<ReadSession> {
    return (this.#read ??= this.#load());
  }

  /**
   * Logs a person in under a new session id, ending the one the request came with.
   *
   * @param proof what they have proved beside their password
   */
  async start(
    userId: Types.ObjectId | string,
    proof: Pick<Session, "secondFactorAt"> = {},
  ): Promise<void> {
    await this.#endCurrent();
    const token = makeToken();
    await SessionModel.create(this.#sessionOf(token, userId, proof));
    await this.#goOnAs(token);
  }

  /**
   * Logs a person in likewise, in one transaction with what gives them the right to it: both stand, or neither.
   *
   * @param alongside writes to the account, so that what ends every session meanwhile conflicts with this one
   */
  async startWith(
    userId: Types.ObjectId | string,
    alongside: (transaction: ClientSession) => Promise<void>,
  ): Promise<void> {
    const former = await this.currentId();
    const token = makeToken();
    await inTransaction(async (transaction) => {
      await alongside(transaction);
      if (former) await SessionModel.deleteOne({ _id: former }).session(transaction);
      await SessionModel.create([this.#sessionOf(token, userId, {})], { session: transaction });
    });
    await this.#goOnAs(token);
  }

  /** Whether the session that the request came with is still there: another request may have ended it meanwhile. */
  async isStanding(): Promise<boolean> {
    const id = await this.currentId();
    return id !== null && (await SessionModel.exists({ _id: id })) !== null;
  }

  /**
   * Goes on under a new session id, if the session that the request came with still stands: the body may have
   * come long after that was asked. It is taken away in the same transaction, so that what ends every session
   * meanwhile conflicts with this one and is done again, instead of missing the new session.
   *
   * @param alongside what else belongs to it, once the former session is gone
   * @param proof what the person has proved beside their password
   * @throws Refusal("login_required")
   */
  async renew(
    userId: Types.ObjectId | string,
    alongside: (transaction: ClientSession) => Promise<void>,
    proof: Pick<Session, "secondFactorAt"> = {},
  ): Promise<void> {
    const former = await this.currentId();
    const token = makeToken();
    await inTransaction(async (transaction) => {
      const { deletedCount } = await SessionModel.deleteOne({ _id: former }).session(transaction);
      if (deletedCount === 0) throw new Refusal("login_required");
      await alongside(transaction);
      await SessionModel.create([this.#sessionOf(token, userId, proof)], { session: transaction });
    });
    await this.#goOnAs(token);
  }

  /**
   * Makes sure, in a transaction that writes what the end of every session writes too, that this request's stands still.
   *
   * @throws Refusal("login_required")
   */
  async mustStand(transaction: ClientSession): Promise<void> {
    const stands = { _id: await this.currentId() };
    if (!(await SessionModel.exists(stands).session(transaction)))
      throw new Refusal("login_required");
  }

  #sessionOf(
    token: string,
    userId: Types.ObjectId | string,
    proof: Pick<Session, "secondFactorAt">,
  ) {
    const now = new Date();
    return {
      _id: hashToken(token),
      userId: new Types.ObjectId(userId),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS),
      userAgent: this.userAgent?.slice(0, 200),
      ...proof,
    };
  }

  async #goOnAs(token: string): Promise<void> {
    this.#read = undefined;
    this.#newToken = token;
    this.setCookie(await cookie.serialize(token));
  }

  /** Logs out. */
  async end(): Promise<void> {
    await this.#endCurrent();
    this.#read = Promise.resolve(NOBODY);
    this.#newToken = undefined;
    this.setCookie(await cookie.serialize("", { maxAge: 0 }));
  }

  /** Notes that the person gave their password again. */
  async confirm(now: Date): Promise<void> {
    await SessionModel.updateOne({ _id: await this.currentId() }, { $set: { confirmedAt: now } });
    this.#read = undefined;
  }

  /** The stored id of this request's session, to tell it apart in the list of sessions. */
  async currentId(): Promise<string | null> {
    const token = await this.#token();
    return token ? hashToken(token) : null;
  }

  async #token(): Promise<string | null> {
    if (this.#newToken !== undefined) return this.#newToken;
    if (!this.present) return null;
    const token: unknown = await cookie.parse(this.cookieHeader);
    return typeof token === "string" && token !== "" ? token : null;
  }

  async #endCurrent(): Promise<void> {
    const id = await this.currentId();
    if (id) await SessionModel.deleteOne({ _id: id });
  }

  async #load(): Promise<ReadSession> {
    this.#view = null;
    const token = await this.#token();
    if (!token) return NOBODY;
    const now = new Date();
    const found = await readSession(hashToken(token));
    if (!found || isOver(found.session, now)) return NOBODY;
    const { session } = found;
    const holder = viewerFrom(found.holder, session);
    if (!holder) return NOBODY;
    this.#holder = holder;
    if (now.getTime() - session.lastUsedAt.getTime() > TOUCH_MS) {
      const end = Math.min(
        now.getTime() + SESSION_LIFETIME_MS,
        session.createdAt.getTime() + LONGEST_MS,
      );
      await SessionModel.updateOne(
        { _id: session._id },
        { $set: { lastUsedAt: now, expiresAt: new Date(end) } },
      );
      this.setCookie(await cookie.serialize(token));
    }
    if (session.viewing) this.#view = await viewOf(session, session.viewing, holder, now);
    return { holder, view: this.#view };
  }
}

interface ReadSession {
  holder: Viewer | null;
  view: View | null;
}

const NOBODY: ReadSession = { holder: null, view: null };

/**
 * A view that a session has, as long as it stands: until its end, while the administrator's role allows it and the
 * person has an account that is no administrator's. One that does not is taken away, so that it never comes back.
 */
async function viewOf(
  session: Session,
  { userId, until }: NonNullable<Session["viewing"]>,
  admin: Viewer,
  now: Date,
): Promise<View | null> {
  if (until > now && viewerMay(admin, "people.view-as")) {
    const person = await viewerOf(userId);
    if (person && !person.isAdmin) return { person, admin, until };
  }
  await SessionModel.updateOne({ _id: session._id }, { $unset: { viewing: 1 } });
  return null;
}

/**
 * A session with whom it belongs to, in one question. By its id alone, which an index has: with the times in the
 * filter every session would be looked through.
 */
async function readSession(
  id: string,
): Promise<{ session: Session; holder: Account | undefined } | undefined> {
  const [found] = await SessionModel.aggregate<{ session: Session; holder: Account[] }>([
    { $match: { _id: id } },
    { $project: { _id: 0, session: "$$ROOT" } },
    {
      $lookup: {
        from: UserModel.collection.name,
        localField: "session.userId",
        foreignField: "_id",
        pipeline: [{ $project: projectionOf(ACCOUNT_FIELDS) }],
        as: "holder",
      },
    },
  ]);
  return found && { session: found.session, holder: found.holder[0] };
}

/** Whether a session's time is up, by its last use or since the login. */
function isOver({ expiresAt, createdAt }: Session, now: Date): boolean {
  return expiresAt <= now || createdAt.getTime() <= now.getTime() - LONGEST_MS;
}

/**
 * Ends every session of an account, but one if told so; in the caller's transaction when one is given. What
 * shuts everybody out ends more (`endAccessTo`).
 */
export async function endSessionsOf(
  userId: Types.ObjectId | string,
  options: { except?: string; transaction?: ClientSession } = {},
): Promise<void> {
  const { except, transaction } = options;
  if (!transaction) {
    await inTransaction((own) => endSessionsOf(userId, { ...options, transaction: own }));
    return;
  }
  await SessionModel.deleteMany({
    userId: new Types.ObjectId(userId),
    ...(except ? { _id: trusted({ $ne: except }) } : {}),
  }).session(transaction);
}
