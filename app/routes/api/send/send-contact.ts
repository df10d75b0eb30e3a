import { z } from "zod";
import { contactInput } from "~/contact/forms";
import { sendMessage, sentMessage } from "~/contact/send-message.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Writes to the platform's team. */
const handler = apiAction({
  POST: apiCall({
    summary: "Write to the platform's team",
    access: "public",
    limit: ["contact", "contact_account"],
    input: contactInput,
    failure: "contact",
    output: z.object({ contact: sentMessage }),
    run: async ({ input, now }) => ({ contact: await sendMessage(input, now) }),
  }),
});

export { handler as action, handler as loader };
