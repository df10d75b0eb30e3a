import { Types } from "mongoose";
import { SessionModel } from "@models/session";
import { formatInstant } from "~/platform/days";
import { describeDevice } from "./device";

/** A login of an account, as its holder sees it. */
export interface OwnSession {
  id: string;
  /** 'Firefox sur Windows'. */
  device: string;
  /** '21/11/2026 à 11 h 05'. */
  startedAt: string;
  /** To the hour: a session in use is noted at most once an hour. */
  lastUsedAt: string;
  /** The one that asks. */
  isCurrent: boolean;
}

/** Where an account is logged in, the session that asks first, then the last used. */
export async function listSessions(
  userId: string,
  currentId: string | null,
  now: Date,
): Promise<OwnSession[]> {
  const sessions = await SessionModel.find({ userId: new Types.ObjectId(userId) })
    .sort({ lastUsedAt: -1 })
    .lean();
  return sessions
    .filter(({ expiresAt }) => expiresAt > now)
    .map((session) => ({
      id: session._id,
      device: describeDevice(session.userAgent),
      startedAt: formatInstant(session.createdAt),
      lastUsedAt: formatInstant(session.lastUsedAt),
      isCurrent: session._id === currentId,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Ends one of an account's sessions; of one that it does not have, nothing changes. */
export async function endSession(userId: string, sessionId: string): Promise<void> {
  await SessionModel.deleteOne({ _id: sessionId, userId: new Types.ObjectId(userId) });
}
