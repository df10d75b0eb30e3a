import { z } from "zod";
import { findPublicUser } from "~/accounts/find-public-user.server";
import { apiAction } from "~/platform/web/api-action.server";

const handler = apiAction({
  GET: {
    access: "public",
    schema: z.object({}),
    async run({ params }) {
      return { user: await findPublicUser(params.id ?? "") };
    },
  },
});

export { handler as action, handler as loader };
