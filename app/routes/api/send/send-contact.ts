import { contactForm } from "~/contact/forms";
import { sendMessage } from "~/contact/send-message.server";
import { apiAction } from "~/platform/web/api-action.server";

const handler = apiAction({
  POST: {
    access: "public",
    schema: contactForm,
    async run({ data, context }) {
      return { contact: await sendMessage(data, context.ip) };
    },
  },
});

export { handler as action, handler as loader };
