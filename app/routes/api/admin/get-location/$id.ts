import { z } from "zod";
import { adminVenueShape, apiAdminVenue } from "~/admin/venues/api-admin-venues.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

export const loader = apiAction({
  GET: apiCall({
    summary: "Read a venue, whatever its state",
    access: "office.read",
    params: idParam,
    output: z.object({ location: adminVenueShape }),
    run: async ({ params }) => ({ location: await apiAdminVenue(params.id) }),
  }),
});

export const action = loader;
