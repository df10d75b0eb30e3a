import type { LoaderFunctionArgs } from "@remix-run/node";
import { actorOf } from "~/admin/audit/actor.server";
import { validateMaster } from "~/admin/masters/decide-master.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

const REFUSES = ["already_decided", "master_unverified", "master_banned"] as const;

const validate = apiCall({
  summary: "Validate a master's submission; as a GET for scripts of the site alone",
  access: "masters.decide",
  failure: "validation",
  refuses: REFUSES,
  params: idParam,
  async run(call) {
    await validateMaster({ actor: actorOf(call), masterId: call.params.id, now: call.now });
    return {};
  },
});

const byPost = apiAction({ POST: validate });
const byScript = apiAction({
  GET: { ...validate, refuses: [...REFUSES, "method"] },
  POST: validate,
});

/** The documented way. */
export const action = byScript;

/**
 * The specified way, a GET, changes something: it is left to scripts of the site itself. Links, forms,
 * prefetching and other sites are told to POST, and so is a HEAD, which may change nothing.
 */
export const loader = Object.assign(
  (args: LoaderFunctionArgs) => {
    const { request } = args;
    const mustPost =
      request.method === "HEAD" || (request.method === "GET" && !isOwnScript(request));
    return mustPost ? byPost(args) : byScript(args);
  },
  { calls: byScript.calls },
);

function isOwnScript({ headers }: Request): boolean {
  const isPrefetch = /prefetch|prerender/i.test(
    `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""}`,
  );
  return (
    headers.get("sec-fetch-site") === "same-origin" &&
    headers.get("sec-fetch-mode") !== "navigate" &&
    headers.get("sec-fetch-dest") !== "document" &&
    !isPrefetch
  );
}
