import { z } from "zod";
import { adminUserShape, apiMaster } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  GET: apiCall({
    summary: "Read a master account",
    access: "office.read",
    params: idParam,
    output: z.object({ master: adminUserShape }),
    run: async ({ params }) => ({ master: await apiMaster(params.id) }),
  }),
});

export const action = loader;
