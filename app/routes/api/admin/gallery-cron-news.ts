import { dailyCall } from "~/admin/gallery/gallery-calls.server";
import { apiAction } from "~/platform/web/api-call.server";

/** Turns the daily renewal of the home page's news on or off. */
export const loader = apiAction({ POST: dailyCall("news") });

export const action = loader;
