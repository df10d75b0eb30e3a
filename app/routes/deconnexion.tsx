import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { redirectWithToast } from "~/platform/toast.server";

/** Nothing to see: logging out is a button of the header. */
export function loader() {
  return redirect("/", 303);
}

export async function action({ context }: ActionFunctionArgs): Promise<Response> {
  await context.session.end();
  return await redirectWithToast("/", {
    type: "success",
    message: "Vous avez bien été deconnecté",
  });
}
