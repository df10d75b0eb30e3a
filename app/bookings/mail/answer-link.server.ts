import type { Reservation } from "@models/reservation";
import type { Wish } from "@models/wish";
import { addMinutes, parisMidnight } from "~/platform/days";
import { env } from "~/platform/env.server";
import { isSignature, keyedHash } from "~/platform/keyed-hash.server";

/** 12 bytes of the reservation's id, 4 of the expiry in seconds, 16 of the signature. */
const ID_BYTES = 12;
const EXPIRY_BYTES = 4;
const SIGNATURE_BYTES = 16;
/** For how long after its deadline an owner's link says what became of what they were asked. */
const LATE_MINUTES = 30 * 24 * 60;

/** What a link lets its holder answer; one does not open the other. */
type Purpose = "answer-link" | "change-link" | "offer-link";

/**
 * The link in an owner's mail that opens the page to accept or refuse a request; it works without
 * logging in, until the request's deadline, and says what became of it for a month more. Opening it changes nothing.
 */
export function answerLink(
  { _id, answerBy }: Pick<Reservation, "_id" | "answerBy">,
  answer: "accepter" | "refuser",
): string {
  if (!answerBy) throw new Error(`Reservation ${_id.toString()} awaits no answer`);
  return `${env.APP_URL}/demandes/${answerToken(_id.toString(), answerBy)}/${answer}`;
}

/** The same for new dates that wait for a yes. */
export function changeLink(
  { _id, change }: Pick<Reservation, "_id" | "change">,
  answer: "accepter" | "refuser",
): string {
  if (!change) throw new Error(`Reservation ${_id.toString()} has no new dates to answer`);
  const token = answerToken(_id.toString(), change.until, "change-link");
  return `${env.APP_URL}/changements/${token}/${answer}`;
}

/**
 * The link in the mail to somebody on a waiting list, to the days that are held for them. It opens for them
 * alone, and until the stay would begin: what became of the offer is said there.
 */
export function offerLink({ _id, startDate }: Pick<Wish, "_id" | "startDate">): string {
  const token = answerToken(_id.toString(), parisMidnight(startDate), "offer-link");
  return `${env.APP_URL}/attente/${token}`;
}

/** Signs the right to answer a request until `expiresAt`. */
export function answerToken(
  reservationId: string,
  expiresAt: Date,
  purpose: Purpose = "answer-link",
): string {
  const payload = Buffer.alloc(ID_BYTES + EXPIRY_BYTES);
  payload.write(reservationId, "hex");
  payload.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000), ID_BYTES);
  const signature = keyedHash(purpose, payload).subarray(0, SIGNATURE_BYTES);
  return Buffer.concat([payload, signature]).toString("base64url");
}

/** The reservation that a token lets its holder answer; null when it is forged or its time is over. */
export function readAnswerToken(
  token: string,
  now: Date,
  purpose: Purpose = "answer-link",
): { reservationId: string } | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== ID_BYTES + EXPIRY_BYTES + SIGNATURE_BYTES) return null;
  const payload = bytes.subarray(0, ID_BYTES + EXPIRY_BYTES);
  const signature = bytes.toString("base64url", payload.length);
  if (!isSignature(signature, purpose, payload, SIGNATURE_BYTES)) return null;
  if (payload.readUInt32BE(ID_BYTES) * 1000 <= now.getTime()) return null;
  return { reservationId: payload.toString("hex", 0, ID_BYTES) };
}

/**
 * The same for whoever opens an owner's link, also within a month after its time: the deadline may have been put off
 * since, and if not they read that it is over. Whether an answer is awaited is for the act to ask of what is stored.
 */
export function readLateToken(
  token: string,
  now: Date,
  purpose: "answer-link" | "change-link",
): { reservationId: string } | null {
  return readAnswerToken(token, addMinutes(now, -LATE_MINUTES), purpose);
}
