import { resetRequestForm } from "~/accounts/recovery-forms.server";
import { requestReset, RESET_REQUESTED } from "~/accounts/request-reset.server";
import { apiAction } from "~/platform/web/api-action.server";

const handler = apiAction({
  POST: {
    access: "public",
    schema: resetRequestForm,
    async run({ data, context }) {
      await requestReset(data.email, { ...context, now: new Date() });
      return { message: RESET_REQUESTED };
    },
  },
});

export { handler as action, handler as loader };
