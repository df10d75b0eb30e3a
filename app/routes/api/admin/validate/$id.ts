import type { LoaderFunctionArgs } from "@remix-run/node";
import { actorOf } from "~/admin/audit/actor.server";
import { validateMaster } from "~/admin/masters/decide-master.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

const validate = apiCall({
  summary: "Validate a master's submission; as a GET for scripts of the site alone",
  access: "masters.decide",
  refuses: ["already_decided"],
  params: idParam,
  async run(call) {
    await validateMaster({ actor: actorOf(call), masterId: call.params.id, now: call.now });
    return {};
  },
});

/** The documented way. */
export const action = apiAction({ POST: validate });

const byScript = apiAction({
  GET: { ...validate, refuses: ["already_decided", "method"] },
  POST: validate,
});

/**
 * The specified way, a GET, changes something: it is left to scripts of the site itself. Links, forms,
 * prefetching and other sites are told to POST.
 */
export const loader = Object.assign(
  (args: LoaderFunctionArgs) => (isOwnScript(args.request) ? byScript(args) : action(args)),
  { calls: byScript.calls },
);

function isOwnScript({ method, headers }: Request): boolean {
  const isPrefetch = /prefetch|prerender/i.test(
    `${headers.get("sec-purpose") ?? ""} ${headers.get("purpose") ?? ""}`,
  );
  return (
    method === "GET" &&
    headers.get("sec-fetch-site") === "same-origin" &&
    headers.get("sec-fetch-mode") !== "navigate" &&
    headers.get("sec-fetch-dest") !== "document" &&
    !isPrefetch
  );
}
