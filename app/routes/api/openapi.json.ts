import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { problemOfRefusal, problemResponse } from "~/platform/web/problem.server";
import { Refusal, refusalHeaders } from "~/platform/web/refusal";
import { apiDocument } from "./every-call.server";

/** The document of all calls, for programs. */
export async function loader(): Promise<Response> {
  return json(await apiDocument(), { headers: { "Cache-Control": "public, max-age=300" } });
}

export function action({ context: { requestId } }: LoaderFunctionArgs): Response {
  const refusal = new Refusal("method");
  return problemResponse(problemOfRefusal(refusal, requestId), refusalHeaders(refusal));
}
