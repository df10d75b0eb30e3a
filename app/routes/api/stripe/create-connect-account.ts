import { z } from "zod";
import { ensureConnectedAccount } from "~/payments/connected-account.server";
import { apiAction } from "~/platform/web/api-action.server";
import { limit } from "~/platform/web/rate-limit.server";
import { sameUser } from "~/platform/web/same-user";

/** Opens the caller's own payment account, or gives the one there is. The e-mail is the account's. */
const handler = apiAction({
  POST: {
    access: "member",
    schema: z.object({}),
    async run({ viewer }) {
      const { id } = sameUser(viewer, undefined);
      await limit("payment_account", id);
      return { data: { account: { id: await ensureConnectedAccount(id) } } };
    },
  },
});

export { handler as action, handler as loader };
