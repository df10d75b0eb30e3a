import { signUp } from "~/accounts/sign-up.server";
import { masterSignupInput } from "~/accounts/signup-forms.server";
import { signupFromPayload } from "~/accounts/signup-rules";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** Submits a master account, of a private entity or a public body. */
const handler = apiAction({
  POST: apiCall({
    summary: "Submit a master account",
    access: "public",
    byToken: false,
    limit: "signup",
    failure: "signup",
    input: masterSignupInput,
    async run({ input, session, now }) {
      await signUp(signupFromPayload("master", input), { session, now });
      return {};
    },
  }),
});

export { handler as action, handler as loader };
