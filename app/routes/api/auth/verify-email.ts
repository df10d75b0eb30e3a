import { z } from "zod";
import { codeInput } from "~/accounts/forms";
import { ownUser, ownUserOutput } from "~/accounts/own-user.server";
import { verifyEmail } from "~/accounts/verify-email.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Checks a mailed code; `email` says whose where no cookie does. */
const handler = apiAction({
  POST: apiCall({
    summary: "Verify an e-mail address by the mailed code",
    access: "public",
    byToken: false,
    refuses: ["verification_failed", "address_missing", "too_many"],
    limit: "verify_code",
    failure: "verification",
    input: codeInput,
    output: ownUserOutput.extend({
      next: z.string().describe("The page to go on with; only `/` comes with a session."),
      message: z.string().describe("What to tell there, in French."),
    }),
    async run({ input, request, session, ip, now }) {
      const { userId, ...rest } = await verifyEmail(input, { request, session, ip, now });
      return { user: await ownUser(userId, now), ...rest };
    },
  }),
});

export { handler as action, handler as loader };
