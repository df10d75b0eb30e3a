import { z } from "zod";
import { adminUserShape, apiUser } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  GET: apiCall({
    summary: "Read an account",
    access: "office.read",
    params: idParam,
    output: z.object({ user: adminUserShape }),
    run: async ({ params }) => ({ user: await apiUser(params.id) }),
  }),
});

export const action = loader;
