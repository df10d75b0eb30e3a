import type { ActionFunctionArgs } from "@remix-run/node";
import { refusalResponse } from "~/platform/web/form-action.server";
import { Refusal } from "~/platform/web/refusal";
import { redirectWithToast } from "~/platform/web/toast.server";

/** Logging out is a button of the header; a link to it does nothing. */
export function loader() {
  return refusalResponse(new Refusal("method"));
}

export async function action({ context }: ActionFunctionArgs): Promise<Response> {
  await context.session.end();
  return await redirectWithToast("/", {
    type: "success",
    message: "Vous avez bien été déconnecté",
  });
}
