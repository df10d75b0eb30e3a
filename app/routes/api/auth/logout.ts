import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Logs out. */
const handler = apiAction({
  POST: apiCall({
    summary: "Log out",
    access: "public",
    byToken: false,
    failure: "logout",
    async run({ session }) {
      await session.end();
      return {};
    },
  }),
});

export { handler as action, handler as loader };
