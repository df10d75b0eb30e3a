import { dailyCall } from "~/admin/gallery/gallery-calls.server";
import { apiAction } from "~/platform/web/api-call.server";

/** Turns the daily renewal of the home page's rooms on or off. */
export const loader = apiAction({ POST: dailyCall("rooms") });

export const action = loader;
