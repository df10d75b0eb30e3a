import { renewCall } from "~/admin/gallery/gallery-calls.server";
import { apiAction } from "~/platform/web/api-call.server";

/** Makes the home page's rooms anew now. */
export const loader = apiAction({ POST: renewCall("rooms") });

export const action = loader;
