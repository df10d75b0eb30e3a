import { z } from "zod";
import { adminCreationOf, newAdminInput } from "~/admin/accounts/account-forms.server";
import { createAccount } from "~/admin/accounts/create-account.server";
import { adminUserShape, apiUser } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

export const loader = apiAction({
  POST: apiCall({
    summary: "Create an administrator's account",
    access: "admins.manage",
    failure: "creation",
    refuses: ["password_required", "wrong_password", "too_many", "email_taken"],
    input: newAdminInput,
    output: z.object({ user: adminUserShape }),
    async run(call) {
      const id = await createAccount({ ...adminCreationOf(call), now: call.now });
      return { user: await apiUser(id, call.now) };
    },
  }),
});

export const action = loader;
