import { redirect } from "@remix-run/node";
import { withZod } from "@remix-validated-form/with-zod";
import { chooseCookies, cookieForm } from "~/accounts/choose-cookies.server";
import { formAction, intent, refusalResponse } from "~/platform/web/form-action.server";
import { Refusal } from "~/platform/web/refusal";
import { safePath } from "~/platform/web/safe-path";

/** Where the cookie banner posts; it has no page of its own. */
export function loader() {
  return refusalResponse(new Refusal("method"));
}

export const action = formAction(
  intent({
    validator: withZod(cookieForm),
    async run({ data, context }) {
      const viewer = await context.session.viewer();
      if (viewer) await chooseCookies(viewer.id, data.choice === "all");
      return redirect(safePath(data.returnTo), 303);
    },
  }),
);
