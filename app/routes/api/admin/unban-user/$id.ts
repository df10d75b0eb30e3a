import { actorOf } from "~/admin/audit/actor.server";
import { unbanUser } from "~/admin/users/ban-user.server";
import { unbanInput } from "~/admin/users/forms";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  POST: apiCall({
    summary: "Lift a ban",
    access: "people.ban",
    refuses: ["wrong_password", "too_many", "not_banned"],
    params: idParam,
    input: unbanInput,
    async run(call) {
      const { params, input, now } = call;
      await unbanUser({
        actor: actorOf(call),
        userId: params.id,
        why: input.why,
        password: input.currentPassword,
        now,
      });
      return {};
    },
  }),
});

export const action = loader;
