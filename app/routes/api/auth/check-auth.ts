import { ownUser, ownUserOutput } from "~/accounts/own-user.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Who is logged in. */
const handler = apiAction({
  GET: apiCall({
    summary: "Read who is logged in",
    access: "user",
    refuses: ["not_found"],
    output: ownUserOutput,
    run: async ({ viewer, now }) => ({ user: await ownUser(viewer.id, now) }),
  }),
});

export { handler as action, handler as loader };
