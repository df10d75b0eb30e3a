/** Which section of the home page an administrator renews, or has renewed every day. */
import { RENEWED_SECTIONS } from "@models/enumerations";
import { dailyInput } from "~/gallery/forms";
import { choice } from "~/platform/web/fields";
import { input } from "~/platform/web/input";

const section = choice(RENEWED_SECTIONS);

export const sectionInput = input({ section });

export const sectionDailyInput = input({ section, ...dailyInput.fields.shape });
