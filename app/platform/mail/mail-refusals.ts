/** How nodemailer says that the server itself is away: the other mails need not be tried. */
const SERVER_AWAY = new Set(["ECONNECTION", "ESOCKET", "ETIMEDOUT", "EDNS", "ETLS", "EAUTH"]);
/** 'Service not available, closing transmission channel', whatever it was asked. */
const CLOSING = 421;
/** Of all that a server answers to the sender, this alone is about the mail: its size. */
const TOO_LARGE = 552;
/** Unknown, moved, full or closed mailboxes (RFC 3463): the server says itself that it is about the reader. */
const OF_READER = /: \d{3}[ -][45]\.(?:1\.(?:[1-6]|10)|2\.[12])\b/;

/** What an answer says beside its three digits, for programs (RFC 2034). */
const ENHANCED = /\b\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/;

/** What a mail server's refusal says without the address that it is about, which the mail itself keeps (`lastError`). */
export function refusedBy(error: Error) {
  const { code, command, responseCode } = error as Error & Record<string, unknown>;
  return { code, command, responseCode };
}

/**
 * What a turn fails with, which is kept longer than the mail that it is about, and told anew when it is another: the words
 * of an answer, which name the reader and the session, are left to its cause. What no server answered stays as it is.
 */
export function withoutWords(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { command, responseCode } = refusedBy(error);
  if (typeof responseCode !== "number") return error;
  const said = [command, responseCode, ENHANCED.exec(error.message)?.[1]].filter(Boolean);
  return new Error(`refused by the mail server: ${said.join(" ")}`, { cause: error });
}

/** Whether the server is gone, so that no other mail need be tried. */
export function isServerAway(error: Error): boolean {
  const { code, responseCode } = refusedBy(error);
  return responseCode === CLOSING || (typeof code === "string" && SERVER_AWAY.has(code));
}

/**
 * Whether the server takes no mail of ours at all, for the time being (a quota, a full disk) or until somebody allows
 * the sender. A mail's own reader is named only after that.
 */
export function isSenderRefused(error: Error): boolean {
  const { command, responseCode } = refusedBy(error);
  return command === "MAIL FROM" && responseCode !== TOO_LARGE;
}

/** Whether an answer, as a mail keeps it, says that its reader's mailbox takes none. */
export const isOfReader = (answer: string): boolean => OF_READER.test(answer);

/**
 * Whether an answer may be meant for the sender as well as for this mail: many servers look at the sender only once they
 * are told the reader (Postfix, a provider's quota) or have the mail (Amazon SES).
 */
export function mayBeOfSender(error: Error): boolean {
  const { command, responseCode } = refusedBy(error);
  if (command !== "RCPT TO" && command !== "DATA") return false;
  if (typeof responseCode !== "number" || responseCode === TOO_LARGE) return false;
  return !isServerAway(error) && !isOfReader(error.message);
}
