import { json } from "@remix-run/node";
import { Refusal } from "~/platform/web/refusal";

/** Any /api path that is none. */
const handler = () => {
  const { message, status } = new Refusal("not_found");
  return json({ message }, { status });
};

export { handler as action, handler as loader };
