import { z } from "zod";
import { dismissalOf } from "~/platform/web/dismissed-notices.server";
import { input } from "~/platform/web/input";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { refusalResponse } from "~/platform/web/page-loader.server";
import { Refusal } from "~/platform/refusal";
import { safePath } from "~/platform/web/safe-path";
import { wantsJson } from "~/platform/web/wants-json";

const DONE = "Le message est masqué.";

/**
 * Where the button of a banner posts, which puts it away in this browser; it has no page of its own. A script
 * (enhancers/dismiss) stays on the one that it is on.
 */
export function loader() {
  return refusalResponse(new Refusal("method"), ["POST"]);
}

const dismissInput = input({
  id: z.string().regex(/^[\w-]{1,40}$/),
  returnTo: z.string().default("/"),
});

export const action = formAction(
  pageForm({
    // Its cookie says nothing of anybody, and of who is logged in no more a refusal would be no page.
    access: "public",
    failTo: "/",
    input: dismissInput,
    async run({ input: { id, returnTo }, request, session }) {
      session.setCookie(dismissalOf(id, request));
      return wantsJson(request)
        ? { show: { said: DONE } }
        : { to: safePath(returnTo), toast: DONE };
    },
  }),
);
