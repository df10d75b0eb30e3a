import { actorOf } from "~/admin/audit/actor.server";
import { changeCityImage } from "~/admin/gallery/change-gallery.server";
import { galleryOutput } from "~/admin/gallery/gallery-calls.server";
import { cityImageCall } from "~/gallery/forms";
import { listTiles } from "~/gallery/list-tiles.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

/** A picture of 12 MB in base64, and the fields. */
const MAX_BYTES = 17_000_000;

/** Puts a city's picture on a place of the home page, counted from 0. */
export const loader = apiAction({
  POST: apiCall({
    summary: "Put a city's picture on a place of the home page, counted from 0",
    access: "gallery.change",
    refuses: ["photo_refused", "picture_interlaced", "picture_deep", "picture_too_high"],
    pictures: { most: 1, maxBytes: MAX_BYTES },
    limit: "photos",
    input: cityImageCall,
    output: galleryOutput,
    async run(call) {
      await changeCityImage({ ...call.input, actor: actorOf(call), now: call.now });
      return { gallery: await listTiles() };
    },
  }),
});

export const action = loader;
