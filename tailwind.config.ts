import type { Config } from "tailwindcss";
import { tokens } from "./app/ui/tokens";

/**
 * The style of a page travels inside its HTML, so every byte counts: no preflight (app/ui/styles/base.css
 * resets what these pages use), colours without opacity variables (`bg-encre/50` still works), and
 * none of the plugins that would put their variables on every element, or take a word of the code for
 * a class, for nothing.
 */
export default {
  // The back-office has a file of its own (app/ui/styles/back-office.css) and uses what others use.
  content: ["./app/**/*.{ts,tsx}", "!./app/admin/**", "!./app/routes/admin/**"],
  // Of `!total` in the code it would make a second `.total`, all of it important.
  blocklist: ["field", "options", "photo", "rating", "receipt", "review", "total"].map(
    (name) => `!${name}`,
  ),
  theme: { extend: tokens },
  corePlugins: {
    preflight: false,
    backgroundOpacity: false,
    borderOpacity: false,
    divideOpacity: false,
    placeholderOpacity: false,
    ringOpacity: false,
    textOpacity: false,
    backdropFilter: false,
    borderSpacing: false,
    brightness: false,
    contain: false,
    container: false,
    filter: false,
    gradientColorStops: false,
    resize: false,
    ringWidth: false,
    scrollSnapType: false,
    touchAction: false,
    transform: false,
    transitionProperty: false,
  },
} satisfies Config;
