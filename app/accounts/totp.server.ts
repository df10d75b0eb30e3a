import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import { env } from "~/platform/env.server";
import { derivableSecrets } from "./secrets.server";

/** Codes of an authenticator app (RFC 6238): six digits, another every 30 seconds. */
const PERIOD_S = 30;
/** One step before and one after: clocks differ, and people type. */
const WINDOW = 1;
/** 160 bits, as the RFC asks for. */
const SECRET_BYTES = 20;

function totpOf(secret: string, account = ""): TOTP {
  return new TOTP({
    issuer: env.BRAND_NAME,
    label: account,
    period: PERIOD_S,
    secret: Secret.fromBase32(secret),
  });
}

/** The step that a code is of, near now; null when it is of none. @param secret base32 */
export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / (PERIOD_S * 1_000)) + delta;
}

/**
 * The secret that a session offers for enrolment: the same as long as it lives, so that looking at the page
 * stores nothing. In base32; after it those that it may have offered by older session secrets.
 */
export function offeredSecrets(userId: string, sessionId: string): [string, ...string[]] {
  const [offered, ...earlier] = derivableSecrets("second-factor", userId, sessionId).map(
    (hash) => new Secret({ buffer: Uint8Array.from(hash.subarray(0, SECRET_BYTES)).buffer }).base32,
  );
  return [offered!, ...earlier];
}

/** A QR code as SVG: a path of unit squares. */
export interface QrCode {
  /** Units on each side, the quiet zone included. */
  size: number;
  path: string;
}

/** What an app is told to know the secret by: an `otpauth:` address, which a telephone opens in the app, and its QR code. */
export function enrolment(secret: string, account: string): { address: string; qr: QrCode } {
  const address = totpOf(secret, account).toString();
  const { size, data } = encode(address, { border: 4 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return { address, qr: { size, path } };
}

const CIPHER = "aes-256-gcm";
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key that secrets are sealed with: of the server, never of the database. */
function sealingKey(sessionSecret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", sessionSecret, "", "second-factor-seal", 32));
}

/** A secret as the database keeps it: who reads that alone has nothing, and it fits no other account. */
export function sealSecret(secret: string, userId: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(env.SESSION_SECRET[0]), iv).setAAD(
    Buffer.from(userId),
  );
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** @throws Error when it was sealed for another account, or under a SESSION_SECRET that is not listed any more */
export function openSecret(sealed: string, userId: string): string {
  const errors: unknown[] = [];
  for (const sessionSecret of env.SESSION_SECRET) {
    try {
      return openWith(sealingKey(sessionSecret), sealed, userId);
    } catch (error) {
      errors.push(error);
    }
  }
  throw new AggregateError(errors, "A second factor's secret cannot be opened");
}

function openWith(key: Buffer, sealed: string, userId: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(userId))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const secret = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
  return Buffer.concat([secret, decipher.final()]).toString("utf8");
}
