import { endView } from "~/admin/users/view-as.server";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { refusalResponse } from "~/platform/web/page-loader.server";
import { Refusal } from "~/platform/refusal";

/** Logging out is a button of the header; a link to it does nothing. */
export function loader() {
  return refusalResponse(new Refusal("method"), ["POST"]);
}

export const action = formAction(
  pageForm({
    access: "public",
    failure: "logout",
    failTo: "/",
    underView: true,
    async run(call) {
      await endView(call);
      await call.session.end();
      return { to: "/", toast: "Vous avez bien été déconnecté" };
    },
  }),
);
