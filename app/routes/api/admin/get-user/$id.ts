import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { recordAccess } from "~/admin/audit/record-access.server";
import { adminUserShape, apiUser } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  GET: apiCall({
    summary: "Read an account",
    access: "office.read",
    params: idParam,
    output: z.object({ user: adminUserShape }),
    async run(call) {
      const user = await apiUser(call.params.id, call.now);
      await recordAccess(actorOf(call), "user", call.params.id, call.now);
      return { user };
    },
  }),
});

export const action = loader;
