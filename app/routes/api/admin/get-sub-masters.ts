import { z } from "zod";
import { cursorParam, dayFilter } from "~/admin/lists/filters";
import { subMastersFilter } from "~/admin/masters/list-sub-masters.server";
import { apiUsers, listedUserShape, nextShape } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { searchText } from "~/platform/web/fields";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the accounts that are linked to a master",
    access: "office.read",
    params: z.object({ q: searchText, master: searchText, date: dayFilter, suite: cursorParam }),
    output: z.object({ masters: z.array(listedUserShape), ...nextShape }),
    async run({ params: { suite, ...filters } }) {
      const { users, next } = await apiUsers(await subMastersFilter(filters), suite, "linkedAt");
      return { masters: users, next };
    },
  }),
});

export const action = loader;
