import { z } from "zod";
import { exportLoader } from "~/admin/lists/export-loader.server";
import { choiceFilter, dayFilter } from "~/admin/lists/filters";
import { everyUser } from "~/admin/users/list-users.server";
import { PERSON_COLUMNS, USER_STATES } from "~/admin/users/person";
import { todayInParis } from "~/platform/days";
import { csvResponse } from "~/platform/web/csv.server";
import { searchText } from "~/platform/web/fields";

export const loader = exportLoader(
  z.object({ q: searchText, date: dayFilter, etat: choiceFilter(USER_STATES) }),
  ({ params, now }) =>
    csvResponse(`utilisateurs-${todayInParis(now)}`, PERSON_COLUMNS, everyUser(params)),
);
