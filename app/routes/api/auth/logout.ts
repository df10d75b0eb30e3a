import { z } from "zod";
import { apiAction } from "~/platform/web/api-action.server";

const handler = apiAction({
  POST: {
    access: "public",
    schema: z.object({}),
    async run({ context }) {
      await context.session.end();
      return {};
    },
  },
});

export { handler as action, handler as loader };
