import { decisionOf } from "~/admin/users/decision.server";
import { unbanUser } from "~/admin/users/ban-user.server";
import { unbanCallInput } from "~/admin/users/forms";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  POST: apiCall({
    summary: "Lift a ban",
    access: "people.ban",
    refuses: ["password_required", "wrong_password", "too_many", "not_banned"],
    params: idParam,
    input: unbanCallInput,
    async run(call) {
      await unbanUser(decisionOf(call));
      return {};
    },
  }),
});

export const action = loader;
