import { chooseCookies } from "~/accounts/choose-cookies.server";
import { cookieBannerInput } from "~/accounts/settings-forms";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { refusalResponse } from "~/platform/web/page-loader.server";
import { Refusal } from "~/platform/refusal";
import { safePath } from "~/platform/web/safe-path";
import { wantsJson } from "~/platform/web/wants-json";

/** Where the cookie banner posts; it has no page of its own. A script (enhancers/dismiss) stays on the one that it is on. */
export function loader() {
  return refusalResponse(new Refusal("method"), ["POST"]);
}

export const action = formAction(
  pageForm({
    access: "public",
    failure: "settings",
    failTo: "/",
    input: cookieBannerInput,
    async run({ input: { choice, returnTo, cookiesOf }, viewer, request, now }) {
      if (viewer) await chooseCookies(viewer.id, choice === "all", cookiesOf, now);
      if (viewer && wantsJson(request)) return { show: { said: "Votre choix est enregistré." } };
      return { to: safePath(returnTo) };
    },
  }),
);
