import { z } from "zod";
import { ownOnboardingUrl } from "~/payments/account-page.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";

/** The address of Stripe's onboarding for the caller's own payment account. */
const handler = apiAction({
  POST: apiCall({
    summary: "Get the address of Stripe's onboarding for one's payment account",
    access: "member",
    byToken: false,
    refuses: ["account_failed"],
    limit: "payment_account",
    input: input({ accountId: shortText }),
    output: z.object({ url: z.string() }),
    run: async ({ input: { accountId }, viewer }) => ({
      url: await ownOnboardingUrl(viewer, accountId),
    }),
  }),
});

export { handler as action, handler as loader };
