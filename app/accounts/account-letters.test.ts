import { Types, type ClientSession } from "mongoose";
import { beforeEach, expect, it, vi } from "vitest";
import type { MailMessage } from "~/platform/mail/mail.server";
import * as account from "./account-mails.server";

/** What accounts are written to about themselves, whole: each word, and where it leads. */

const queued = vi.hoisted(() => [] as MailMessage[]);
vi.mock("~/platform/mail/mail.server", async (original) => ({
  ...(await original<object>()),
  queueMail: (mail: MailMessage) => void queued.push(mail),
}));

const at = new Date("2027-06-01T10:00:00Z");
const session = {} as ClientSession;
const someone = {
  _id: new Types.ObjectId("000000000000000000000001"),
  email: "claire@exemple.fr",
};

beforeEach(() => {
  queued.length = 0;
});

/** Codes and the seeds of links differ each time; of an address its path says where it leads. */
const letters = () =>
  queued.map(({ key, to, subject, paragraphs, action, code }) => [
    ...[`${key} → ${to}`, subject, ...paragraphs],
    ...(action ? [`${action.label} → ${new URL(action.url).pathname}`] : []),
    ...(code ? [code.replace(/\d/g, "0")] : []),
  ]);

it("a code is mailed to who signs up, and what happens next to who submits a master", async () => {
  const verification = { seed: "0".repeat(32), sentAt: at, expiresAt: at, attempts: 0 } as never;
  await account.mailCode({ ...someone, verification });
  await account.mailCode({ ...someone, verification, masterStatus: "pending" });
  expect(letters()).toMatchSnapshot();
});

it("the holder of a known address is told what can be done with the account as it is", async () => {
  await account.mailKnownAddress(someone, at);
  await account.mailKnownAddress({ ...someone, masterStatus: "pending" }, at);
  await account.mailKnownAddress({ ...someone, bannedAt: at, masterStatus: "pending" }, at);
  expect(letters()).toMatchSnapshot();
});

it("another address is proved by a code, its holder is told what can be done, and the former one how to object", async () => {
  await account.mailEmailCode(
    someone._id,
    { email: someone.email, seed: "0".repeat(32), sentAt: at },
    session,
  );
  await account.mailAddressWanted(someone, at, session);
  await account.mailAddressWanted({ ...someone, masterStatus: "pending" }, at, session);
  await account.mailAddressWanted({ ...someone, bannedAt: at }, at, session);
  await account.mailEmailChanged(someone, at, session);
  expect(letters()).toMatchSnapshot();
});

it("a link for another password says for how long it serves", async () => {
  const until = (ms: number) => ({ sentAt: at, expiresAt: new Date(at.getTime() + ms) });
  await account.mailResetLink(someone, "jeton", until(3_600_000));
  await account.mailResetLink(someone, "jeton", until(7 * 86_400_000));
  expect(letters()).toMatchSnapshot();
});

it("a token, another password and a second factor are told, in case it was somebody else", async () => {
  for (const scope of ["read", "write"] as const) {
    await account.mailTokenCreated(someone, { id: "1", name: "Mon agenda", scope, createdAt: at });
  }
  await account.mailPasswordChanged(someone, at);
  await account.mailSecondFactor(someone, { what: "enrolled" }, at, session);
  await account.mailSecondFactor(someone, { what: "renewed" }, at, session);
  await account.mailSecondFactor(someone, { what: "recovered", codesLeft: 7 }, at, session);
  expect(letters()).toMatchSnapshot();
});
