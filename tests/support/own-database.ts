import { OWN_PLACE } from "./own-place";

/**
 * Runs before each test file, and so before the application reads its environment: a database and data directory of
 * its own, and neither an outside service of the developer's nor their secret, which signs what is expected as it is.
 */
const NOT_THE_TESTS = [
  "SESSION_SECRET",
  "STRIPE_SECRET_KEY",
  "SMTP_URL",
  "GOOGLE_MAPS_API_KEY",
  "BAN_URL",
  "APP_URL",
  "S3_ENDPOINT",
  "S3_BUCKET",
  "S3_ACCESS_KEY_ID",
  "S3_SECRET_ACCESS_KEY",
];
for (const name of NOT_THE_TESTS) {
  Reflect.deleteProperty(process.env, name);
}
Object.assign(process.env, OWN_PLACE);
