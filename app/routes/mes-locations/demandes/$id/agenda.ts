import { reservationFile } from "~/bookings/lists/reservation-file.server";
import { idParam } from "~/platform/web/fields";
import { fileLoader } from "~/platform/web/file-loader.server";
import { privateFile } from "~/platform/web/private-file";

/** Its owner's file for calendars. */
export const loader = fileLoader(
  { access: "member", params: idParam },
  async ({ viewer, params, now }) => {
    const file = await reservationFile(params.id, { side: "owner", userId: viewer.id }, now);
    return privateFile(file, "text/calendar; charset=utf-8");
  },
);
