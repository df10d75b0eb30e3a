import { actFor } from "~/admin/users/act-for.server";
import { avatarChange, editProfile, identityInput } from "~/accounts/edit-profile.server";
import { ownUser, ownUserOutput } from "~/accounts/own-user.server";
import { profileCallEdit } from "~/accounts/profile-rules";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** A picture of 12 MB in base64, and the fields. */
const MAX_BYTES = 17_000_000;

/** Changes an account's identity and, if one is sent, its picture. */
const handler = apiAction({
  POST: apiCall({
    summary: "Change an account's identity and picture; what may be left out and is absent stays",
    access: "member",
    refuses: [
      "name_length",
      "profile_incomplete",
      "vat_number_former",
      "siren_mismatch",
      "too_young",
      "too_many",
      "picture_interlaced",
      "picture_deep",
      "picture_too_high",
    ],
    pictures: { most: 1, maxBytes: MAX_BYTES },
    input: identityInput,
    subject: "userId",
    onBehalf: actFor("profile"),
    failure: "edit",
    output: ownUserOutput,
    async run({ input, subjectId, now }) {
      await editProfile(subjectId, profileCallEdit(input), await avatarChange(input));
      return { user: await ownUser(subjectId, now) };
    },
  }),
});

export { handler as action, handler as loader };
