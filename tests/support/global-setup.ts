import { limitCommands } from "../../scripts/lib/processes.mjs";
import { startBanStandIn } from "./ban-stand-in";
import { startTestStack } from "./stack";

/** One stack with the demo data for the whole browser run; its addresses go to the tests by environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  // Its engine may have to be installed first.
  limitCommands(240_000);
  const ban = await startBanStandIn();
  const stack = await startTestStack({
    seed: true,
    env: {
      BAN_URL: ban.url,
      CALENDAR_TEST_HOSTS: "localhost",
      PAYMENT_PATIENCE_MS: "30000",
      // Each test names an address of its own.
      TRUST_PROXY: "1",
      // Drawn whole for who looks at the screenshots.
      DEMO_PICTURES: process.env.SCREENSHOTS ? "all" : "few",
    },
  });
  process.env.E2E_APP_URL = stack.appUrl;
  process.env.E2E_MONGODB_URI = stack.mongoUri;
  process.env.E2E_SANDBOX_URL = stack.sandboxUrl;
  return async () => {
    await stack.stop();
    await ban.stop();
  };
}
