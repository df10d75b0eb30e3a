import { z } from "zod";
import { ownUserShape } from "~/accounts/own-user.server";
import { signUp } from "~/accounts/sign-up.server";
import { plainSignupInput } from "~/accounts/signup-forms.server";
import { profileOf, signupFromPayload } from "~/accounts/signup-rules";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** What was sent, not what was stored: the answer must not tell whether the address was known. */
const signedUp = ownUserShape.omit({
  ...{ _id: true, tag: true, avatar: true, link_id: true, createdAt: true, lastLogin: true },
  ...{ cookiesSet: true, accountId: true, stripeStats: true, spondorshipCode: true },
});

/** Signs up a private entity or a public body. */
const handler = apiAction({
  POST: apiCall({
    summary: "Sign up",
    access: "public",
    byToken: false,
    limit: "signup",
    failure: "signup",
    input: plainSignupInput,
    output: z.object({ user: signedUp }),
    async run({ input, session, now }) {
      const signup = signupFromPayload("plain", input);
      await signUp(signup, { session, now });
      return { user: { ...profileOf(signup), isAdmin: false, isVerified: false } };
    },
  }),
});

export { handler as action, handler as loader };
