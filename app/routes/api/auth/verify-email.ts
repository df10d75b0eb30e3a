import { z } from "zod";
import { codeInput } from "~/accounts/forms";
import { ownUser, ownUserOutput } from "~/accounts/own-user.server";
import { verifyEmail } from "~/accounts/verify-email.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Checks a mailed code. `next`: the page to go on with; only `/` comes with a session. */
const handler = apiAction({
  POST: apiCall({
    access: "public",
    limit: "verify_code",
    input: codeInput,
    output: ownUserOutput.extend({ next: z.string() }),
    async run({ input: { code }, request, session, now }) {
      const { userId, next } = await verifyEmail(code, { request, session, now });
      return { user: await ownUser(userId), next };
    },
  }),
});

export { handler as action, handler as loader };
