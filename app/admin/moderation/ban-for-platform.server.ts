import { Types } from "mongoose";
import { ModerationDecisionModel } from "@models/moderation-decision";
import { appealLink } from "~/reports/appeal-link.server";
import { banUser } from "../users/ban-user.server";

/**
 * Bans an account that nobody has reported, from its record, from the list or by the API: a decision like that on reports,
 * which the person appeals against and somebody else reads again.
 *
 * @throws Refusal, those of `banUser`
 */
export async function banForPlatform(
  ban: Omit<Parameters<typeof banUser>[0], "appeal" | "isReported" | "alongside">,
): ReturnType<typeof banUser> {
  const decisionId = new Types.ObjectId();
  const person = new Types.ObjectId(ban.userId);
  return await banUser({
    ...ban,
    appeal: appealLink(decisionId.toString()),
    isReported: false,
    alongside: async (transaction) => {
      await ModerationDecisionModel.create(
        [
          {
            ...{ _id: decisionId, kind: "account", target: person, person, measure: "bannir" },
            ...{ why: ban.why, admin: new Types.ObjectId(ban.actor.id), at: ban.now },
          },
        ],
        { session: transaction },
      );
    },
  });
}
