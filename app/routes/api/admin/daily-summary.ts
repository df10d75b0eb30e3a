import { z } from "zod";
import { readCounters } from "~/admin/dashboard/counters.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";

const counters = {
  users: z.number(),
  masters: z.number(),
  contacts: z.number(),
  locations: z.number(),
  reservations: z.number(),
  sub_master: z.number(),
};

/** What came today, and beside it all there is. */
export const loader = apiAction({
  GET: apiCall({
    summary: "Count what came today, and all there is",
    access: "office.read",
    output: z.object({ ...counters, total: z.object(counters) }),
    async run({ now }) {
      const { today, total } = await readCounters(now);
      return { ...today, total };
    },
  }),
});

export const action = loader;
