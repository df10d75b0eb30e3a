import { ownUser } from "~/accounts/own-user.server";
import { codeForm } from "~/accounts/recovery-forms.server";
import { verifyEmail } from "~/accounts/verify-email.server";
import { apiAction } from "~/platform/web/api-action.server";

/** `next`: the page to go on with; only `/` comes with a session. */
const handler = apiAction({
  POST: {
    access: "public",
    schema: codeForm,
    async run({ data, context, request }) {
      const { userId, next } = await verifyEmail(data.code, {
        ...context,
        request,
        now: new Date(),
      });
      return { user: await ownUser(userId), next };
    },
  },
});

export { handler as action, handler as loader };
