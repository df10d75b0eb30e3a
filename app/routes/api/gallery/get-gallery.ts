import { z } from "zod";
import { listTiles } from "~/gallery/list-tiles.server";
import { apiAction } from "~/platform/web/api-action.server";

const handler = apiAction({
  GET: {
    access: "public",
    schema: z.object({}),
    run: async () => ({ gallery: await listTiles() }),
  },
});

export { handler as action, handler as loader };
