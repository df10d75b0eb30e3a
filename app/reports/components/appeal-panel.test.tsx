import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FormState } from "~/platform/web/form-state";
import type { AppealPage } from "../appeal.server";
import { AppealPanel } from "./appeal-panel";

const state: FormState = {
  ...{ errors: {}, first: undefined, lead: undefined, isUnread: false, values: {} },
  step: undefined,
  field: (name, fallback) => ({ name, defaultValue: fallback, error: undefined }),
};

it("the reasons of a decision and of its answer keep the lines that they were typed in", () => {
  const answer = { outcome: "Décision annulée", why: "Relue.\nÀ tort.", isTakenBack: true };
  const decision: AppealPage = {
    ...{ what: "Votre lieu est masqué", photo: null, why: "Une photo.\nUn prix." },
    ...{ decidedOn: "02/06/2027", until: "02/12/2027", standing: "over", isLate: false },
    appeal: { text: "Pourquoi\u00a0?", at: "03/06/2027", answer },
  };
  const html = renderToStaticMarkup(<AppealPanel decision={decision} state={state} />);
  expect(html).toContain('<p class="whitespace-pre-line">Motif\u00a0: Une photo.\nUn prix.</p>');
  expect(html).toContain('<p class="whitespace-pre-line">Notre réponse\u00a0: Relue.\nÀ tort.</p>');
});
