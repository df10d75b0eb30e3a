import { z } from "zod";
import { resetParams } from "~/accounts/forms";
import { newPasswordPayload } from "~/accounts/new-password.server";
import { RESET_DONE, resetPassword } from "~/accounts/reset-password.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Sets another password by a mailed link. */
const handler = apiAction({
  POST: apiCall({
    summary: "Set another password by a mailed link",
    access: "public",
    byToken: false,
    refuses: ["reset_expired", "password_is_email", "password_same", "terms_required"],
    params: resetParams,
    limit: "reset_address",
    failure: "reset",
    input: newPasswordPayload,
    output: z.object({ message: z.string() }),
    async run({ input: { password, CGU }, params: { token }, now }) {
      await resetPassword({ token, password, CGU }, now);
      return { message: RESET_DONE };
    },
  }),
});

export { handler as action, handler as loader };
