import { z } from "zod";
import { cursorCall, dayCall, searchCall } from "~/admin/lists/call-filters";
import { subMastersFilter } from "~/admin/masters/list-sub-masters.server";
import { apiUsers, listedUserShape, nextShape } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { input } from "~/platform/web/input";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the accounts that are linked to a master",
    access: "office.read",
    refuses: ["list_too_long", "cursor_unreadable"],
    input: input({ q: searchCall, master: searchCall, date: dayCall, suite: cursorCall }),
    output: z.object({ masters: z.array(listedUserShape), ...nextShape }),
    async run({ input: { suite, ...filters }, now }) {
      const { users, next } = await apiUsers(
        await subMastersFilter(filters),
        suite,
        now,
        "linkedAt",
      );
      return { masters: users, next };
    },
  }),
});

export const action = loader;
