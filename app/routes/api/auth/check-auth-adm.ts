import { z } from "zod";
import { ownUser } from "~/accounts/own-user.server";
import { apiAction } from "~/platform/web/api-action.server";
import { requireViewer } from "~/platform/web/context.server";

const handler = apiAction({
  GET: {
    access: "admin",
    schema: z.object({}),
    async run({ context }) {
      return { user: await ownUser((await requireViewer(context)).id) };
    },
  },
});

export { handler as action, handler as loader };
