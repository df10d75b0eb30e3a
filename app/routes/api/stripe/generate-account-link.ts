import { z } from "zod";
import { onboardingUrl } from "~/payments/connected-account.server";
import { apiAction } from "~/platform/api-action.server";
import { Refusal } from "~/platform/refusal";

const short = z.string().trim().min(1).max(100);

/** The address of Stripe's onboarding for the caller's own payment account. */
const handler = apiAction({
  POST: {
    access: "member",
    schema: z.object({ accountId: short }),
    async run({ data, viewer }) {
      if (viewer?.accountId !== data.accountId) throw new Refusal("forbidden");
      return { url: await onboardingUrl(data.accountId) };
    },
  },
});

export { handler as action, handler as loader };
