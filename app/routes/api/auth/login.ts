import { loginForm } from "~/accounts/forms";
import { logIn } from "~/accounts/log-in.server";
import { ownUser } from "~/accounts/own-user.server";
import { apiAction } from "~/platform/web/api-action.server";

const handler = apiAction({
  POST: {
    access: "public",
    schema: loginForm,
    async run({ data, context }) {
      const { id } = await logIn(data, { ...context, now: new Date() });
      return { user: await ownUser(id) };
    },
  },
});

export { handler as action, handler as loader };
