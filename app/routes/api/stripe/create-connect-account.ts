import { z } from "zod";
import { ensureConnectedAccount } from "~/payments/connected-account.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

const account = z.object({ id: z.string() });

/** Opens the caller's own payment account, or gives the one there is. The e-mail is the account's. */
const handler = apiAction({
  POST: apiCall({
    summary: "Open one's payment account, or give the one there is",
    access: "member",
    byToken: false,
    refuses: ["not_found", "identity_incomplete", "account_failed"],
    limit: "payment_account",
    output: z.object({ data: z.object({ account }) }),
    run: async ({ viewer }) => ({
      data: { account: { id: await ensureConnectedAccount(viewer.id) } },
    }),
  }),
});

export { handler as action, handler as loader };
