import { ownUser, ownUserOutput } from "~/accounts/own-user.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Who is logged in, if an administrator. */
const handler = apiAction({
  GET: apiCall({
    summary: "Read who is logged in, if an administrator",
    access: "office.read",
    refuses: ["not_found"],
    failure: "adminCheck",
    output: ownUserOutput,
    run: async ({ viewer, now }) => ({ user: await ownUser(viewer.id, now) }),
  }),
});

export { handler as action, handler as loader };
