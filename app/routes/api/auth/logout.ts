import { endView } from "~/admin/users/view-as.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Logs out. */
const handler = apiAction({
  POST: apiCall({
    summary: "Log out",
    access: "public",
    byToken: false,
    failure: "logout",
    underView: true,
    async run(call) {
      await endView(call);
      await call.session.end();
      return {};
    },
  }),
});

export { handler as action, handler as loader };
