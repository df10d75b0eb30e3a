import { chromium } from "playwright";
import { findBrowser } from "../lib/browser.mjs";

/** The browser that pages are measured in; whoever asks for it closes it. */
export function openBrowser() {
  return chromium.launch({
    executablePath: findBrowser(),
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
}
