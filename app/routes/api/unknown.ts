import type { LoaderFunctionArgs } from "@remix-run/node";
import { problemOfRefusal, problemResponse } from "~/platform/web/problem.server";
import { Refusal } from "~/platform/refusal";

/** Any /api path that is none. */
const handler = ({ context: { requestId } }: LoaderFunctionArgs) =>
  problemResponse(problemOfRefusal(new Refusal("not_found"), requestId));

export { handler as action, handler as loader };
