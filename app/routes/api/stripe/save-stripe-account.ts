import { z } from "zod";
import { saveConnectedAccount } from "~/payments/connected-account.server";
import { apiAction } from "~/platform/web/api-action.server";
import { limit } from "~/platform/web/rate-limit.server";
import { sameUser } from "~/platform/web/same-user";

const short = z.string().trim().min(1).max(100);

/** Takes note of the caller's payment account: only of one that was opened for them. */
const handler = apiAction({
  POST: {
    access: "member",
    schema: z.object({ id: short.optional(), accountId: short }),
    async run({ data, viewer }) {
      const caller = sameUser(viewer, data.id);
      await limit("payment_account", caller.id);
      await saveConnectedAccount(data.id ?? caller.id, data.accountId);
      return {};
    },
  },
});

export { handler as action, handler as loader };
