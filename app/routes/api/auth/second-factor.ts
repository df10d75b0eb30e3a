import { secondFactorInput } from "~/accounts/second-factor-forms";
import { passSecondFactor } from "~/accounts/second-factor.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Passes the second step of an administrator's login: the answer sets the session's cookie anew. */
const handler = apiAction({
  POST: apiCall({
    summary: "Pass the second step of an administrator's login",
    access: "admin",
    byToken: false,
    refuses: ["second_factor_wrong", "second_factor_unreadable", "too_many", "not_found"],
    input: secondFactorInput,
    async run(call) {
      await passSecondFactor(call.input.code, call);
      return {};
    },
  }),
});

export { handler as action, handler as loader };
