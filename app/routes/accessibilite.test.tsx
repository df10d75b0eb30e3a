import { beforeEach, expect, it, vi } from "vitest";
import { shown } from "../../tests/support/shown";
import Accessibility from "./accessibilite";

const site = vi.hoisted((): { maps: object | null } => ({ maps: null }));
vi.mock("~/platform/web/use-site", () => ({
  useSite: () => ({ brand: "Place des Salles", maps: site.maps }),
}));
beforeEach(() => {
  site.maps = null;
});

const text = () => shown(<Accessibility />).join("\n");

it("promises of our own pages alone that they do without JavaScript, and names Stripe, which does not", () => {
  expect(text()).toContain("Toutes nos pages et toutes nos démarches");
  expect(text()).toMatch(/Stripe, dont les pages demandent JavaScript/);
});

it("names the map of somebody else, and what says the same, where there is one", () => {
  expect(text()).not.toContain("Google");
  site.maps = { key: "k", accepted: false };
  expect(text()).toMatch(/Google.*les mêmes lieux sont écrits à côté/s);
});
