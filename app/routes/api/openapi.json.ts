import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { problemOfRefusal, problemResponse } from "~/platform/web/problem.server";
import { Refusal, refusalHeaders } from "~/platform/refusal";
import { apiDocument } from "./every-call.server";

/** The document of all calls, for programs. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<Response> {
  if (!["GET", "HEAD"].includes(request.method)) return notAllowed(context.requestId);
  return json(await apiDocument(), { headers: { "Cache-Control": "public, max-age=300" } });
}

export function action({ context }: LoaderFunctionArgs): Response {
  return notAllowed(context.requestId);
}

function notAllowed(requestId: string): Response {
  const refusal = new Refusal("method");
  return problemResponse(problemOfRefusal(refusal, requestId), refusalHeaders(refusal));
}
