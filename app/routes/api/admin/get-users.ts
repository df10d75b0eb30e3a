import { z } from "zod";
import { USER_STATES } from "~/admin/words/person";
import { choiceCall, cursorCall, dayCall, searchCall } from "~/admin/lists/call-filters";
import { usersFilter } from "~/admin/users/list-users.server";
import { apiUsers, listedUserShape, nextShape } from "~/admin/users/api-users.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { input } from "~/platform/web/input";

export const loader = apiAction({
  GET: apiCall({
    summary: "List the accounts",
    access: "office.read",
    refuses: ["list_too_long", "cursor_unreadable"],
    input: input({
      q: searchCall,
      date: dayCall,
      etat: choiceCall(USER_STATES),
      suite: cursorCall,
    }),
    output: z.object({ users: z.array(listedUserShape), ...nextShape }),
    async run({ input: { suite, ...filters }, now }) {
      const { users, next } = await apiUsers(usersFilter(filters), suite, now);
      return { users, next };
    },
  }),
});

export const action = loader;
