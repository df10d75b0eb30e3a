import { z } from "zod";
import { findPublicUser } from "~/accounts/find-public-user.server";
import { publicUserShape } from "~/accounts/public-user";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** An account as others see it. */
const handler = apiAction({
  GET: apiCall({
    summary: "Read an account as others see it",
    access: "public",
    params: idParam,
    output: z.object({ user: publicUserShape }),
    run: async ({ params: { id } }) => ({ user: await findPublicUser(id) }),
  }),
});

export { handler as action, handler as loader };
