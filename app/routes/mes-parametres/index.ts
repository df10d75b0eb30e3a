import { redirect } from "@remix-run/node";

/** The settings open on the account. */
export function loader() {
  return redirect("/mes-parametres/mon-compte", 303);
}
