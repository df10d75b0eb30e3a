import { newCodeForm } from "~/accounts/recovery-forms.server";
import { sendNewCode } from "~/accounts/send-new-code.server";
import { apiAction } from "~/platform/web/api-action.server";

const handler = apiAction({
  POST: {
    access: "public",
    schema: newCodeForm,
    async run({ data, context, request }) {
      await sendNewCode(data.email, { ...context, request, now: new Date() });
      return { message: "E-mail envoyé, vérifiez votre boîte e-mail" };
    },
  },
});

export { handler as action, handler as loader };
