import type { Reservation } from "@models/reservation";
import type { User } from "@models/user";
import type { Wish } from "@models/wish";
import { DAY_MINUTES, addMinutes, parisMidnight } from "~/platform/days";
import { env } from "~/platform/env.server";
import { isSignature, keyedHash } from "~/platform/keyed-hash.server";

/** 12 bytes of the reservation's id, 4 of the expiry in seconds, 16 of the signature. */
const ID_BYTES = 12;
const EXPIRY_BYTES = 4;
const SIGNATURE_BYTES = 16;
/** For how long after its deadline an owner's link says what became of what they were asked. */
const LATE_MINUTES = 30 * DAY_MINUTES;

/** What a link lets its holder answer; one does not open the other. */
type Purpose = OwnersPurpose | "offer-link";
export type OwnersPurpose = "answer-link" | "change-link";

/** Of a link that opens for who is logged in: it need not know their address. */
export const ANY_ADDRESS = "";

/**
 * The link in an owner's mail that opens the page to accept or refuse a request; it works without
 * logging in, until the request's deadline, and says what became of it for a month more. Opening it changes nothing. It is
 * good as long as the address that it is mailed to is the owner's.
 */
export function answerLink(
  { _id, answerBy }: Pick<Reservation, "_id" | "answerBy">,
  { email }: Pick<User, "email">,
  answer: "accepter" | "refuser",
): string {
  if (!answerBy) throw new Error(`Reservation ${_id.toString()} awaits no answer`);
  return `${env.APP_URL}/demandes/${answerToken(_id.toString(), answerBy, email)}/${answer}`;
}

/** The same for new dates that wait for a yes. */
export function changeLink(
  { _id, change }: Pick<Reservation, "_id" | "change">,
  { email }: Pick<User, "email">,
  answer: "accepter" | "refuser",
): string {
  if (!change) throw new Error(`Reservation ${_id.toString()} has no new dates to answer`);
  const token = answerToken(_id.toString(), change.until, email, "change-link");
  return `${env.APP_URL}/changements/${token}/${answer}`;
}

/**
 * The link in the mail to somebody on a waiting list, to the days that are held for them. It opens for them
 * alone, logged in, and until the stay would begin: what became of the offer is said there.
 */
export function offerLink({ _id, startDate }: Pick<Wish, "_id" | "startDate">): string {
  const token = answerToken(_id.toString(), parisMidnight(startDate), ANY_ADDRESS, "offer-link");
  return `${env.APP_URL}/attente/${token}`;
}

/**
 * Signs the right to answer a request until `expiresAt`.
 *
 * @param address the one that it is mailed to, which reading it asks for
 */
export function answerToken(
  reservationId: string,
  expiresAt: Date,
  address: string,
  purpose: Purpose = "answer-link",
): string {
  const payload = Buffer.alloc(ID_BYTES + EXPIRY_BYTES);
  payload.write(reservationId, "hex");
  payload.writeUInt32BE(Math.floor(expiresAt.getTime() / 1000), ID_BYTES);
  const signature = keyedHash(purpose, signed(payload, address)).subarray(0, SIGNATURE_BYTES);
  return Buffer.concat([payload, signature]).toString("base64url");
}

/** The address is not in the token, for who reads the link. */
function signed(payload: Buffer, address: string): Buffer {
  return Buffer.concat([payload, Buffer.from(address)]);
}

/** Whose answer a token speaks of, whoever made it; null when it is none. */
export function namedByToken(token: string): string | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== ID_BYTES + EXPIRY_BYTES + SIGNATURE_BYTES) return null;
  return bytes.toString("hex", 0, ID_BYTES);
}

/**
 * The reservation that a token lets its holder answer; null when it is forged, was mailed to another address, or its
 * time is over.
 */
export function readAnswerToken(
  token: string,
  now: Date,
  address: string,
  purpose: Purpose = "answer-link",
): { reservationId: string } | null {
  const reservationId = namedByToken(token);
  if (reservationId === null) return null;
  const bytes = Buffer.from(token, "base64url");
  const payload = bytes.subarray(0, ID_BYTES + EXPIRY_BYTES);
  const signature = bytes.toString("base64url", payload.length);
  if (!isSignature(signature, purpose, signed(payload, address), SIGNATURE_BYTES)) return null;
  if (payload.readUInt32BE(ID_BYTES) * 1000 <= now.getTime()) return null;
  return { reservationId };
}

/**
 * The same for whoever opens an owner's link, also within a month after its time: the deadline may have been put off
 * since, and if not they read that it is over. Whether an answer is awaited is for the act to ask of what is stored.
 */
export function readLateToken(
  token: string,
  now: Date,
  address: string,
  purpose: OwnersPurpose,
): { reservationId: string } | null {
  return readAnswerToken(token, addMinutes(now, -LATE_MINUTES), address, purpose);
}
