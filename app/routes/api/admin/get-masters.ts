import { z } from "zod";
import { MASTER_STATUSES } from "@models/enumerations";
import { choiceCall, cursorCall, dayCall, searchCall } from "~/admin/lists/call-filters";
import { mastersFilter } from "~/admin/masters/list-masters.server";
import { apiUsers, listedUserShape, nextShape } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { input } from "~/platform/web/input";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the master accounts",
    access: "office.read",
    refuses: ["list_too_long", "cursor_unreadable"],
    input: input({
      q: searchCall,
      date: dayCall,
      etat: choiceCall(MASTER_STATUSES),
      suite: cursorCall,
    }),
    output: z.object({ masters: z.array(listedUserShape), ...nextShape }),
    async run({ input: { suite, ...filters }, now }) {
      const { users, next } = await apiUsers(mastersFilter(filters), suite, now);
      return { masters: users, next };
    },
  }),
});

export const action = loader;
