import { loginInput } from "~/accounts/forms";
import { logIn } from "~/accounts/log-in.server";
import { ownUser, ownUserOutput } from "~/accounts/own-user.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Logs in: the answer sets the session's cookie. */
const handler = apiAction({
  POST: apiCall({
    summary: "Log in: the answer sets the session's cookie",
    access: "public",
    byToken: false,
    refuses: ["bad_credentials", "submission_pending", "submission_unverified", "too_many"],
    limit: "login_address",
    input: loginInput,
    output: ownUserOutput,
    async run({ input, request, session, now }) {
      const { id } = await logIn(input, { request, session, now });
      return { user: await ownUser(id, now) };
    },
  }),
});

export { handler as action, handler as loader };
