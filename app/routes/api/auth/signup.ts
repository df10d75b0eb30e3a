import { signUp } from "~/accounts/sign-up.server";
import { profileOf } from "~/accounts/signup-fields";
import { signupPayload } from "~/accounts/signup-forms.server";
import { apiAction } from "~/platform/web/api-action.server";

const handler = apiAction({
  POST: {
    access: "public",
    schema: signupPayload("plain"),
    async run({ data, context }) {
      await signUp(data, { ...context, now: new Date() });
      // What was sent, not what was stored: the answer must not tell whether the address was known.
      return { user: { ...profileOf(data), isAdmin: false, isVerified: false } };
    },
  },
});

export { handler as action, handler as loader };
