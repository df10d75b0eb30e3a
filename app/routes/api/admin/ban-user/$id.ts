import { z } from "zod";
import { banForPlatform } from "~/admin/moderation/ban-for-platform.server";
import { standingOf } from "~/admin/users/cancel-coming.server";
import { decisionOf } from "~/admin/users/decision.server";
import { banCallInput } from "~/admin/users/forms";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  POST: apiCall({
    summary: "Ban an account",
    access: "people.ban",
    refuses: [
      "password_required",
      "wrong_password",
      "too_many",
      "not_found",
      "own_account",
      "already_banned",
      "ban_unverified",
    ],
    params: idParam,
    input: banCallInput,
    output: z.object({
      cancelled: z.number().int().describe("Reservations to come that were called off."),
      unfinished: z.number().int().describe("Those among them whose money is still to come back."),
      left: z.number().int().describe("Reservations to come that stand."),
    }),
    async run(call) {
      const { coming } = call.input;
      const { params, now } = call;
      const { cancelled, unfinished } = await banForPlatform({ ...decisionOf(call), coming });
      // All that stand: a program has seen no page that some could have come after.
      return { cancelled, unfinished, left: await standingOf(params.id, now) };
    },
  }),
});

export const action = loader;
