import { z } from "zod";
import { resetRequestInput } from "~/accounts/forms";
import { requestReset, RESET_REQUESTED } from "~/accounts/request-reset.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Mails a link to choose another password. */
const handler = apiAction({
  POST: apiCall({
    summary: "Ask for a link by e-mail that sets another password",
    access: "public",
    byToken: false,
    limit: "reset_address",
    failure: "resetRequest",
    input: resetRequestInput,
    output: z.object({ message: z.string() }),
    async run({ input: { email }, now }) {
      await requestReset(email, now);
      return { message: RESET_REQUESTED };
    },
  }),
});

export { handler as action, handler as loader };
