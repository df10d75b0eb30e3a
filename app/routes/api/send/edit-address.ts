import { allowedUserId, namedUser } from "~/accounts/allowed-user.server";
import { editAddress } from "~/accounts/edit-profile.server";
import { ownUser } from "~/accounts/own-user.server";
import { addressForm } from "~/accounts/profile-forms";
import { apiAction } from "~/platform/web/api-action.server";
import { requireViewer } from "~/platform/web/context.server";

const handler = apiAction({
  POST: {
    access: "member",
    schema: addressForm.and(namedUser),
    async run({ data: { userId, ...address }, context }) {
      const id = allowedUserId(await requireViewer(context), userId);
      await editAddress(id, address);
      return { user: await ownUser(id) };
    },
  },
});

export { handler as action, handler as loader };
