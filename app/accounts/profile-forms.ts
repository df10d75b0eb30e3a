/** The two forms of the profile. */
import { todayInParis } from "~/platform/days";
import { orderedSchema } from "~/platform/web/ordered-schema";
import { ADDRESS_FIELDS, checkAddress, checkProfile, PROFILE_FIELDS } from "./profile-rules";

export const profileForm = orderedSchema(PROFILE_FIELDS, (fields) =>
  checkProfile(fields, todayInParis(new Date())),
);

export const addressForm = orderedSchema(ADDRESS_FIELDS, checkAddress);
