import type { Types } from "mongoose";
import type { Session } from "@models/session";
import { UserModel, type User } from "@models/user";

/** The logged-in person, as every page may know them. */
export interface Viewer {
  id: string;
  name: string;
  lastname: string;
  email: string;
  isAdmin: boolean;
  /** What they may do in the back-office is told by `viewerMay`, never by this alone. */
  adminRole: User["adminRole"];
  isVerified: boolean;
  /** Whether it is a public body's account. */
  isAuthority: boolean;
  /** Whether they have never accepted the conditions: the office made their account, and chose their password. */
  asksTerms: boolean;
  /** When this session passed the second step that administrators' logins have. */
  secondFactorAt: Date | undefined;
  /** When they last gave their password again, in this session. */
  confirmedAt: Date | undefined;
  /** Their last choice of cookies, its day and of whose: see `standingChoice`. */
  cookiesSet: boolean | undefined;
  cookiesSetOn: string | undefined;
  cookiesOf: string | undefined;
  /** Absent: no payment account yet. */
  stripeStats: User["stripeStats"];
  accountId: string | undefined;
  /** Marks a master account. */
  spondorshipCode: string | undefined;
}

/** What is read of an account for whoever acts for it. */
export const ACCOUNT_FIELDS = [
  ...(["_id", "name", "lastname", "email", "isAdmin", "adminRole", "isVerified"] as const),
  ...([
    "cookiesSet",
    "cookiesSetOn",
    "cookiesOf",
    "stripeStats",
    "accountId",
    "spondorshipCode",
  ] as const),
  ...(["type", "termsAcceptedAt", "bannedAt", "deletedAt"] as const),
] as const;

export type Account = Pick<User, (typeof ACCOUNT_FIELDS)[number]>;

type Proof = Pick<Session, "secondFactorAt" | "confirmedAt">;

/** Whether an account is still to accept the conditions. Administrators are no party to them (decision 048). */
export function owesTerms({
  isAdmin,
  termsAcceptedAt,
}: Pick<User, "isAdmin" | "termsAcceptedAt">): boolean {
  return !isAdmin && !termsAcceptedAt;
}

/** Whoever acts for an account without a session of it, as pages know them; null when it is banned or closed. */
export async function viewerOf(userId: Types.ObjectId): Promise<Viewer | null> {
  return viewerFrom(await UserModel.findById(userId, ACCOUNT_FIELDS).lean(), {});
}

/**
 * The same of an account that was read with `ACCOUNT_FIELDS`.
 *
 * @param proof what was proved in its session
 */
export function viewerFrom(
  user: Account | null | undefined,
  { secondFactorAt, confirmedAt }: Proof,
): Viewer | null {
  if (!user || user.bannedAt || user.deletedAt) return null;
  return {
    id: user._id.toString(),
    name: user.name,
    lastname: user.lastname,
    email: user.email,
    isAdmin: user.isAdmin,
    adminRole: user.isAdmin ? user.adminRole : undefined,
    isVerified: user.isVerified,
    isAuthority: user.type === "Collectivité",
    asksTerms: owesTerms(user),
    secondFactorAt,
    confirmedAt,
    cookiesSet: user.cookiesSet,
    cookiesSetOn: user.cookiesSetOn,
    cookiesOf: user.cookiesOf,
    stripeStats: user.stripeStats,
    accountId: user.accountId,
    spondorshipCode: user.spondorshipCode,
  };
}
