import { secondFactorInput } from "~/accounts/second-factor-forms";
import { passSecondFactor } from "~/accounts/second-factor.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Passes the second step of an administrator's login: the answer sets the session's cookie anew. */
const handler = apiAction({
  POST: apiCall({
    access: "admin",
    input: secondFactorInput,
    async run(call) {
      await passSecondFactor(call.input.code, call);
      return {};
    },
  }),
});

export { handler as action, handler as loader };
