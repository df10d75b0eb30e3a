import {
  test as base,
  type BrowserContext,
  type ConsoleMessage,
  type Request,
} from "playwright/test";
import { contractProblem } from "./served-contract";

export { expect } from "playwright/test";

interface Options {
  /** Console errors that the test itself provokes. */
  expectedConsoleErrors: RegExp[];
  /** Hosts elsewhere for which the test has a stand-in. */
  standIns: RegExp[];
}

const LOOPBACK = new Set(["localhost", "127.0.0.1", "[::1]"]);

function isOutside(request: Request, standIns: readonly RegExp[]): boolean {
  const { protocol, hostname } = new URL(request.url());
  if (!/^(https?|wss?):$/.test(protocol) || LOOPBACK.has(hostname)) return false;
  return !standIns.some((host) => host.test(hostname));
}

const withoutFragment = (url: string) => url.replace(/#.*/, "");

/** Browsers log a 4xx as an error; for a page (a refused form, a 404) it is the right answer. */
function isRefusedPage(message: ConsoleMessage, documents: ReadonlySet<string>): boolean {
  return (
    /the server responded with a status of 4\d\d/.test(message.text()) &&
    documents.has(withoutFragment(message.location().url))
  );
}

/** Chromium's own word when it shows the next page at once: of its promise, which nobody awaits, without scripts too. */
const GIVEN_UP_FADE = /^Transition was (aborted|skipped)/;

interface Fixtures {
  /** Waits until all that has come is judged, and fails the test when something is wrong. */
  watch: () => Promise<void>;
}

/** Those that this worker has run. */
let tests = 0;

/**
 * Playwright's `test` on the running stack: relative addresses lead to it, and a console error, an
 * uncaught exception, a breach of the Content Security Policy, a request to another machine or an answer of /api
 * that its document does not know fails the test, in whichever of its windows it comes.
 */
export const test = base.extend<Options & Fixtures>({
  // Each test is somebody elsewhere: the limits by address would add up over all of them.
  extraHTTPHeaders: async ({}, use, { workerIndex }) => {
    tests += 1;
    await use({ "x-forwarded-for": `10.${workerIndex}.${tests >> 8}.${tests & 255}` });
  },
  expectedConsoleErrors: [[], { option: true }],
  standIns: [[], { option: true }],
  baseURL: async ({}, use) => {
    const url = process.env.E2E_APP_URL;
    if (!url) throw new Error("E2E_APP_URL is set by tests/support/global-setup");
    await use(url);
  },
  // For each test, so that none need ask; its contexts are opened after this, Playwright's own among them.
  watch: [
    async ({ browser, expectedConsoleErrors, standIns }, use) => {
      const problems: string[] = [];
      const contracts: Promise<string | null>[] = [];
      const watch = async (context: BrowserContext) => {
        const documents = new Set<string>();
        context.on("request", (request) => {
          if (request.resourceType() === "document") documents.add(withoutFragment(request.url()));
          if (isOutside(request, standIns))
            problems.push(`request to another machine: ${request.url()}`);
        });
        context.on("console", (message) => {
          if (message.type() !== "error" || isRefusedPage(message, documents)) return;
          if (expectedConsoleErrors.some((expected) => expected.test(message.text()))) return;
          problems.push(`console.error: ${message.text()} (${message.location().url})`);
        });
        context.on("response", (response) => contracts.push(contractProblem(response)));
        context.on("weberror", (webError) => {
          const { message, stack } = webError.error();
          if (GIVEN_UP_FADE.test(message)) return;
          if (expectedConsoleErrors.some((expected) => expected.test(message))) return;
          problems.push(`uncaught: ${message} ${stack ?? ""}`);
        });
        // Told as an error of the console, in every page of every context.
        await context.addInitScript(() =>
          document.addEventListener(
            "securitypolicyviolation",
            ({ effectiveDirective, blockedURI }) =>
              console.error(`policy violated: ${effectiveDirective} ${blockedURI}`),
          ),
        );
      };
      const open = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await open(options);
        await watch(context);
        return context;
      };
      const settle = async () => {
        problems.push(...(await Promise.all(contracts.splice(0))).filter((one) => one !== null));
        if (problems.length > 0) throw new Error(problems.splice(0).join("\n"));
      };
      await use(settle);
      browser.newContext = open;
      await settle();
    },
    { auto: true },
  ],
  // While its pages still have the bodies that are judged.
  context: async ({ context, watch }, use) => {
    await use(context);
    await watch();
  },
});
