import { z } from "zod";
import { onboardingUrl } from "~/payments/connected-account.server";
import { apiAction } from "~/platform/web/api-action.server";
import { limit } from "~/platform/web/rate-limit.server";
import { Refusal } from "~/platform/web/refusal";
import { sameUser } from "~/platform/web/same-user";

const short = z.string().trim().min(1).max(100);

/** The address of Stripe's onboarding for the caller's own payment account. */
const handler = apiAction({
  POST: {
    access: "member",
    schema: z.object({ accountId: short }),
    async run({ data, viewer }) {
      const caller = sameUser(viewer, undefined);
      if (caller.accountId !== data.accountId) throw new Refusal("forbidden");
      await limit("payment_account", caller.id);
      return { url: await onboardingUrl(data.accountId) };
    },
  },
});

export { handler as action, handler as loader };
