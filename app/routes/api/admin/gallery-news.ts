import { renewCall } from "~/admin/gallery/gallery-calls.server";
import { apiAction } from "~/platform/web/api-call.server";

/** Makes the home page's news anew now. */
export const loader = apiAction({ POST: renewCall("news") });

export const action = loader;
