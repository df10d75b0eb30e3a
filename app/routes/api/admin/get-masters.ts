import { z } from "zod";
import { MASTER_STATUSES } from "@models/enumerations";
import { cursorParam, dayFilter, choiceFilter } from "~/admin/lists/filters";
import { mastersFilter } from "~/admin/masters/list-masters.server";
import { apiUsers, listedUserShape, nextShape } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { searchText } from "~/platform/web/fields";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the master accounts",
    access: "office.read",
    params: z.object({
      q: searchText,
      date: dayFilter,
      etat: choiceFilter(MASTER_STATUSES),
      suite: cursorParam,
    }),
    output: z.object({ masters: z.array(listedUserShape), ...nextShape }),
    async run({ params: { suite, ...filters } }) {
      const { users, next } = await apiUsers(mastersFilter(filters), suite);
      return { masters: users, next };
    },
  }),
});

export const action = loader;
