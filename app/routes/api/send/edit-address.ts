import { actFor } from "~/admin/users/act-for.server";
import { editAddress } from "~/accounts/edit-profile.server";
import { ownUser, ownUserOutput } from "~/accounts/own-user.server";
import { addressInput } from "~/accounts/profile-rules";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Changes an account's postal address. */
const handler = apiAction({
  POST: apiCall({
    summary: "Change an account's postal address",
    access: "member",
    input: addressInput,
    subject: "userId",
    onBehalf: actFor("address"),
    failure: "edit",
    output: ownUserOutput,
    async run({ input, subjectId, now }) {
      await editAddress(subjectId, input);
      return { user: await ownUser(subjectId, now) };
    },
  }),
});

export { handler as action, handler as loader };
