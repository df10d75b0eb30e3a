import { newPasswordPayload } from "~/accounts/recovery-forms.server";
import { RESET_DONE, resetPassword } from "~/accounts/reset-password.server";
import { apiAction } from "~/platform/web/api-action.server";

const handler = apiAction({
  POST: {
    access: "public",
    schema: newPasswordPayload,
    async run({ data, params, context }) {
      const token = params.token ?? "";
      await resetPassword({ token, password: data.password }, { ...context, now: new Date() });
      return { message: RESET_DONE };
    },
  },
});

export { handler as action, handler as loader };
