import type { ComponentType } from "react";
import { expect, it, vi } from "vitest";
import { env } from "~/platform/env.server";
import { shown } from "../../tests/support/shown";
import * as termsOfUse from "./CGU";
import * as termsOfSale from "./CGV";
import * as legalNotice from "./mentions-legales";

const page = vi.hoisted((): { data: unknown } => ({ data: null }));
vi.mock("@remix-run/react", async (original) => ({
  ...(await original<object>()),
  useLoaderData: () => page.data,
}));
vi.mock("~/platform/web/use-site", () => ({ useSite: () => ({ brand: "Place des Salles" }) }));

/** A consumer finds whom to turn to wherever the law asks for it (code de la consommation, R616-1). */
it.each<[string, { loader?: () => unknown; default: ComponentType }]>([
  ["the terms of use", termsOfUse],
  ["the terms of sale", termsOfSale],
  ["the legal notice", legalNotice],
])("%s name the consumer mediator", (_, { loader, default: Page }) => {
  const was = env.LEGAL_MEDIATOR;
  env.LEGAL_MEDIATOR = "Médiation SAS, Toulouse, https://mediation.example";
  page.data = loader?.() ?? {};
  const text = shown(<Page />).join("\n");
  env.LEGAL_MEDIATOR = was;
  expect(text).toContain("Médiation SAS, Toulouse, https://mediation.example");
  expect(text).toMatch(/médiateur de la consommation/i);
});
