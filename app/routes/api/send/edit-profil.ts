import { z } from "zod";
import { allowedUserId, namedUser } from "~/accounts/allowed-user.server";
import { editProfile, sentAvatar } from "~/accounts/edit-profile.server";
import { ownUser } from "~/accounts/own-user.server";
import { profileForm } from "~/accounts/profile-forms";
import { apiAction } from "~/platform/web/api-action.server";
import { requireViewer } from "~/platform/web/context.server";

/** A picture of 12 MB in base64, and the fields. */
const MAX_BYTES = 17_000_000;

const handler = apiAction({
  POST: {
    access: "member",
    schema: profileForm.and(namedUser.extend({ avatar: z.unknown() })),
    maxBytes: MAX_BYTES,
    async run({ data: { userId, avatar, ...edit }, context }) {
      const id = allowedUserId(await requireViewer(context), userId);
      await editProfile(id, edit, await sentAvatar(avatar));
      return { user: await ownUser(id) };
    },
  },
});

export { handler as action, handler as loader };
