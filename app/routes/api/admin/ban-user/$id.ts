import { actorOf } from "~/admin/audit/actor.server";
import { banUser } from "~/admin/users/ban-user.server";
import { banInput } from "~/admin/users/forms";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  POST: apiCall({
    summary: "Ban an account",
    access: "people.ban",
    refuses: [
      "wrong_password",
      "too_many",
      "not_found",
      "own_account",
      "last_admin",
      "already_banned",
    ],
    params: idParam,
    input: banInput,
    async run(call) {
      const { params, input, now } = call;
      await banUser({
        actor: actorOf(call),
        userId: params.id,
        why: input.why,
        password: input.currentPassword,
        coming: input.coming,
        now,
      });
      return {};
    },
  }),
});

export const action = loader;
