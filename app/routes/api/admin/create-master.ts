import { z } from "zod";
import { newAccountInput } from "~/admin/accounts/account-forms.server";
import { createAccount } from "~/admin/accounts/create-account.server";
import { actorOf } from "~/admin/audit/actor.server";
import { adminUserShape, apiUser } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

export const loader = apiAction({
  POST: apiCall({
    summary: "Create a master account",
    access: "people.create",
    failure: "creation",
    refuses: ["email_taken"],
    input: newAccountInput,
    output: z.object({ user: adminUserShape }),
    async run(call) {
      const account = { actor: actorOf(call), account: call.input, as: "master" as const };
      const id = await createAccount({ ...account, now: call.now });
      return { user: await apiUser(id, call.now) };
    },
  }),
});

export const action = loader;
