import { z } from "zod";
import { findPublicUser } from "~/accounts/find-public-user.server";
import { publicUserShape } from "~/accounts/public-user";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** A venue's owner, whom the venue names in `userId`, as others see them. */
const handler = apiAction({
  GET: apiCall({
    summary: "Read a venue's owner as others see them, by the id that the venue has as `userId`",
    access: "public",
    params: idParam,
    output: z.object({ l_user: publicUserShape }),
    run: async ({ params: { id } }) => ({ l_user: await findPublicUser(id) }),
  }),
});

export { handler as action, handler as loader };
