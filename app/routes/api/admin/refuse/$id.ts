import { actorOf } from "~/admin/audit/actor.server";
import { refuseMaster } from "~/admin/masters/decide-master.server";
import { refuseInput } from "~/admin/masters/forms";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  POST: apiCall({
    summary: "Refuse a master's submission",
    access: "masters.decide",
    failure: "validation",
    refuses: ["already_decided", "master_unverified"],
    params: idParam,
    input: refuseInput,
    async run(call) {
      const { params, input, now } = call;
      await refuseMaster({ actor: actorOf(call), masterId: params.id, why: input.why, now });
      return {};
    },
  }),
});

export const action = loader;
