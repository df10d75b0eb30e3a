import { startTestStack } from "./stack";

/** One stack with the demo data for the whole browser run; its addresses go to the tests by environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const stack = await startTestStack({ seed: true });
  process.env.E2E_APP_URL = stack.appUrl;
  process.env.E2E_MONGODB_URI = stack.mongoUri;
  process.env.E2E_SANDBOX_URL = stack.sandboxUrl;
  return stack.stop;
}
