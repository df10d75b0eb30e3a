import { chooseCookies } from "~/accounts/choose-cookies.server";
import { cookieBannerInput } from "~/accounts/settings-forms";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { refusalResponse } from "~/platform/web/page-loader.server";
import { Refusal } from "~/platform/refusal";
import { safePath } from "~/platform/web/safe-path";

/** Where the cookie banner posts; it has no page of its own. */
export function loader() {
  return refusalResponse(new Refusal("method"), ["POST"]);
}

export const action = formAction(
  pageForm({
    access: "public",
    failure: "settings",
    failTo: "/",
    input: cookieBannerInput,
    async run({ input: { choice, returnTo, cookiesOf }, viewer, now }) {
      if (viewer) await chooseCookies(viewer.id, choice === "all", cookiesOf, now);
      return { to: safePath(returnTo) };
    },
  }),
);
