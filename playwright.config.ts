import { defineConfig } from "playwright/test";
import { findBrowser } from "./scripts/lib/browser.mjs";

/**
 * Every journey is walked twice, without and with JavaScript. A test that makes sense in one of the two
 * only carries the tag `@js` or `@no-js`.
 */
export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.test.ts",
  outputDir: "test-results",
  globalSetup: "./tests/support/global-setup.ts",
  fullyParallel: false,
  // As many as cores: a third made the whole no quicker.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    browserName: "chromium",
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    // A third of a page's time went into moving things; who pays and books does it in motion (booking.test.ts).
    contextOptions: { reducedMotion: "reduce" },
    screenshot: "only-on-failure",
    // What never comes ends its test long before the test's own time does.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
        ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
      ],
    },
  },
  projects: [
    { name: "no-js", grepInvert: /@js\b/, use: { javaScriptEnabled: false } },
    { name: "js", grepInvert: /@no-js\b/, use: { javaScriptEnabled: true } },
  ],
});
