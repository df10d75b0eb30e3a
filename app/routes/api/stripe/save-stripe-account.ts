import { actFor } from "~/admin/users/act-for.server";
import { saveConnectedAccount } from "~/payments/connected-account.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { shortText } from "~/platform/web/fields";
import { input } from "~/platform/web/input";

/** Takes note of the caller's payment account: only of one that was opened for them. */
const handler = apiAction({
  POST: apiCall({
    summary: "Take note of one's payment account",
    access: "member",
    byToken: false,
    refuses: ["account_failed"],
    limit: "payment_account",
    input: input({ id: shortText.optional(), accountId: shortText }),
    subject: "id",
    onBehalf: actFor("payment"),
    async run({ input: { accountId }, subjectId }) {
      await saveConnectedAccount(subjectId, accountId);
      return {};
    },
  }),
});

export { handler as action, handler as loader };
