import { decisionOf } from "~/admin/users/decision.server";
import { deleteUser } from "~/admin/users/delete-user.server";
import { deleteCallInput } from "~/admin/users/forms";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  POST: apiCall({
    summary: "Delete an account: its personal data are made anonymous",
    access: "people.delete",
    refuses: [
      "password_required",
      "wrong_password",
      "too_many",
      "not_found",
      "own_account",
      "own_matter",
      "appeal_open",
      "reservations_left",
      "account_in_use",
      "money_awaited",
    ],
    params: idParam,
    input: deleteCallInput,
    async run(call) {
      await deleteUser({ ...decisionOf(call), cancelComing: call.input.cancelComing });
      return {};
    },
  }),
});

export const action = loader;
