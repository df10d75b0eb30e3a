import { z } from "zod";
import { USER_STATES } from "~/admin/words/person";
import { cursorParam, dayFilter, choiceFilter } from "~/admin/lists/filters";
import { usersFilter } from "~/admin/users/list-users.server";
import { apiUsers, listedUserShape, nextShape } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { searchText } from "~/platform/web/fields";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the accounts",
    access: "office.read",
    params: z.object({
      q: searchText,
      date: dayFilter,
      etat: choiceFilter(USER_STATES),
      suite: cursorParam,
    }),
    output: z.object({ users: z.array(listedUserShape), ...nextShape }),
    async run({ params: { suite, ...filters } }) {
      const { users, next } = await apiUsers(usersFilter(filters), suite);
      return { users, next };
    },
  }),
});

export const action = loader;
