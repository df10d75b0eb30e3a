import { z } from "zod";
import { newCodeInput } from "~/accounts/forms";
import { sendNewCode } from "~/accounts/send-new-code.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Mails another verification code. */
const handler = apiAction({
  POST: apiCall({
    summary: "Ask for another verification code by e-mail",
    access: "public",
    byToken: false,
    refuses: ["too_many"],
    limit: "new_code_address",
    failure: "newCode",
    input: newCodeInput,
    output: z.object({ message: z.string() }),
    async run({ input: { email }, request, session, ip, now }) {
      await sendNewCode(email, { request, session, ip, now });
      return { message: "E-mail envoyé, vérifiez votre boîte e-mail" };
    },
  }),
});

export { handler as action, handler as loader };
