import { randomInt } from "node:crypto";
import { enqueue } from "@jobs/queue";
import type { ClientSession } from "mongoose";
import { updateAndRead } from "@models/engine";
import { UserModel, type User } from "@models/user";
import { makeLiaisonCode } from "~/accounts/liaison-code";
import { inTransaction } from "~/platform/database.server";
import { isDuplicateKey } from "~/platform/database-errors.server";
import { env } from "~/platform/env.server";
import { contactUrl } from "~/platform/mail/contact-url.server";
import { queueMail } from "~/platform/mail/mail.server";
import { NOT_SET } from "~/platform/not-set.server";
import { Refusal } from "~/platform/refusal";
import { reasonLine } from "~/rules/reason";
import { mayAct, type Actor } from "../audit/actor.server";
import { recordAct } from "../audit/record-act.server";

/** Two equal codes, one in 850 thousand million: the second is made anew. */
const ATTEMPTS = 5;

interface Decision {
  actor: Pick<Actor, "id" | "requestId" | "ip">;
  masterId: string;
  now: Date;
}

/**
 * Says yes to a master's submission: it has its code to hand out from now on, and is told so by mail. Not before its
 * address is verified: a stranger may have sent it in, and a validated account is nobody else's to sign up with. Nor while
 * it is banned: its holder would be told that an account is open which they cannot enter.
 * Of several answers to one submission, one counts.
 *
 * @throws Refusal("not_found" | "already_decided" | "master_unverified" | "master_banned" |
 *   "forbidden" | "unavailable")
 */
export async function validateMaster({ actor, masterId, now }: Decision): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const code = makeLiaisonCode(randomInt);
    try {
      await inTransaction(async (transaction) => {
        const answer = { masterStatus: "validated" as const, spondorshipCode: code };
        const master = await decide(masterId, answer, transaction);
        await recordAct(
          {
            actor,
            act: "master.validate",
            target: masterId,
            before: "à valider",
            after: "validé",
            at: now,
          },
          transaction,
        );
        await mayAct(actor, "masters.decide", transaction);
        await mailValidated(master, code, transaction);
      });
      break;
    } catch (error) {
      if (!isDuplicateKey(error) || attempt === ATTEMPTS) throw error;
    }
  }
  await enqueue("send-mails");
}

/**
 * Says no to a master's submission, with the reason. Not before its address is verified either.
 *
 * @throws Refusal("not_found" | "already_decided" | "master_unverified" | "forbidden" | "unavailable")
 */
export async function refuseMaster({
  actor,
  masterId,
  why,
  now,
}: Decision & { why: string }): Promise<void> {
  await inTransaction(async (transaction) => {
    const answer = { masterStatus: "refused" as const, masterRefusal: why };
    const master = await decide(masterId, answer, transaction);
    await recordAct(
      {
        actor,
        act: "master.refuse",
        target: masterId,
        why,
        before: "à valider",
        after: "refusé",
        at: now,
      },
      transaction,
    );
    await mayAct(actor, "masters.decide", transaction);
    await mailRefused(master, why, transaction);
  });
  await enqueue("send-mails");
}

type Master = Pick<User, "_id" | "email">;

async function decide(
  masterId: string,
  answer: Pick<User, "masterStatus" | "masterRefusal" | "spondorshipCode">,
  transaction: ClientSession,
): Promise<Master> {
  // Who would read a no may be a stranger, who has sent nothing: an unproved one goes by itself (decision 047).
  const answerable = { _id: masterId, masterStatus: "pending" as const, isVerified: true };
  const isYes = answer.masterStatus === "validated";
  const master = await updateAndRead(
    UserModel,
    { ...answerable, ...(isYes && { bannedAt: NOT_SET }) },
    { $set: answer },
    { session: transaction, fields: "email" },
  );
  if (master) return master;
  const known = await UserModel.findById(masterId, "masterStatus bannedAt")
    .session(transaction)
    .lean();
  if (known?.masterStatus === "pending") {
    throw new Refusal(isYes && known.bannedAt ? "master_banned" : "master_unverified");
  }
  throw new Refusal(known?.masterStatus ? "already_decided" : "not_found");
}

async function mailValidated(
  master: Master,
  code: string,
  transaction: ClientSession,
): Promise<void> {
  await queueMail(
    {
      key: `master-validated:${master._id.toString()}`,
      to: master.email,
      subject: "Votre compte Master est validé",
      paragraphs: [
        "Votre compte Master est ouvert. Donnez ce code aux comptes que vous voulez lier au vôtre\u00a0: ils le saisissent dans leurs paramètres, à la page «\u00a0Liaison\u00a0».",
      ],
      code,
      action: {
        label: "Gérer les comptes liés",
        url: new URL("/mes-parametres/mes-liens", env.APP_URL).href,
      },
    },
    transaction,
  );
}

async function mailRefused(master: Master, why: string, transaction: ClientSession): Promise<void> {
  await queueMail(
    {
      key: `master-refused:${master._id.toString()}`,
      to: master.email,
      subject: "Votre soumission de compte Master",
      paragraphs: [
        "Nous avons examiné votre soumission et ne pouvons pas l’accepter.",
        reasonLine(why),
        `Une question\u00a0? Écrivez-nous\u00a0: ${contactUrl()}`,
      ],
    },
    transaction,
  );
}
