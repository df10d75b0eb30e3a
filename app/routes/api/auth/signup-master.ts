import { signUp } from "~/accounts/sign-up.server";
import { signupPayload } from "~/accounts/signup-forms.server";
import { apiAction } from "~/platform/web/api-action.server";

const handler = apiAction({
  POST: {
    access: "public",
    schema: signupPayload("master"),
    async run({ data, context }) {
      await signUp(data, { ...context, now: new Date() });
      return {};
    },
  },
});

export { handler as action, handler as loader };
