import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { recordAccess } from "~/admin/audit/record-access.server";
import { adminUserShape, apiMaster } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  GET: apiCall({
    summary: "Read a master account",
    access: "office.read",
    params: idParam,
    output: z.object({ master: adminUserShape }),
    async run(call) {
      const master = await apiMaster(call.params.id, call.now);
      await recordAccess(actorOf(call), "user", call.params.id, call.now);
      return { master };
    },
  }),
});

export const action = loader;
