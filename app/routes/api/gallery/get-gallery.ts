import { z } from "zod";
import { galleryShape, listTiles } from "~/gallery/list-tiles.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** The home page's tiles. */
const handler = apiAction({
  GET: apiCall({
    summary: "Read the home page's tiles",
    access: "public",
    output: z.object({ gallery: galleryShape }),
    run: async () => ({ gallery: await listTiles() }),
  }),
});

export { handler as action, handler as loader };
