import { loadStripe } from "@stripe/stripe-js/pure";
import { afterEach, describe, expect, it, vi } from "vitest";
import { stripeJs } from "./stripe-js";

const key = { STRIPE_PUBLISHABLE_KEY: "pk_live_x" };

afterEach(() => vi.unstubAllGlobals());

describe("stripeJs", () => {
  it("is Stripe's own in production: the very script that the installed loader asks for", () => {
    const asked: { src?: string; addEventListener: () => void }[] = [];
    const document = {
      querySelectorAll: () => [],
      createElement: () => {
        asked.push({ addEventListener: () => undefined });
        return asked.at(-1);
      },
      head: { appendChild: () => undefined },
    };
    vi.stubGlobal("window", {});
    vi.stubGlobal("document", document);
    void loadStripe("pk_live_x");
    expect(asked.map(({ src }) => src)).toEqual(["https://js.stripe.com/endive/stripe.js"]);
    expect(stripeJs(key)?.scriptUrl).toBe(asked[0]?.src);
  });

  it("opens Stripe's hosts and its wallet's, and no other", () => {
    expect(stripeJs(key)?.policy).toEqual({
      "script-src": ["https://js.stripe.com", "https://*.js.stripe.com"],
      "frame-src": [
        ...["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
        ...["https://link.com", "https://*.link.com"],
      ],
      "connect-src": ["https://api.stripe.com", "https://link.com", "https://*.link.com"],
      "img-src": ["https://*.link.com"],
    });
  });

  it("is the sandbox's where there is one, and nobody's without a key", () => {
    const sandbox = { STRIPE_SANDBOX_URL: "http://127.0.0.1:4242/" };
    expect(stripeJs({ ...key, ...sandbox })).toEqual({
      scriptUrl: "http://127.0.0.1:4242/endive/stripe.js",
      publishableKey: "pk_live_x",
      policy: {
        "script-src": ["http://127.0.0.1:4242"],
        "frame-src": ["http://127.0.0.1:4242"],
        "connect-src": [],
        "img-src": [],
      },
    });
    expect(stripeJs(sandbox)).toBeNull();
  });
});
