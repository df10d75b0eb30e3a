import { useActionData, useLoaderData } from "@remix-run/react";
import { SecondStepView } from "~/accounts/components/second-step";
import { recoveryInput, renewCodesInput, secondFactorInput } from "~/accounts/second-factor-forms";
import * as factor from "~/accounts/second-factor.server";
import { targetParam } from "~/platform/web/fields";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { safePath } from "~/platform/web/safe-path";

export const meta = pageMeta("Seconde étape", { isPrivate: true });

const PATH = "/seconde-etape";

const targetOf = (vers: string | undefined) => safePath(vers, "/admin");

export const loader = pageLoader(
  { access: "admin", params: targetParam },
  async ({ viewer, session, params: { vers } }) => ({
    step: await factor.secondStep(viewer, session),
    target: targetOf(vers),
  }),
);

export const action = formAction({
  enrol: pageForm({
    access: "admin",
    input: secondFactorInput,
    secrets: ["code"],
    run: async (call) => ({
      show: { codes: await factor.enrolSecondFactor(call.input.code, call) },
    }),
  }),
  prove: pageForm({
    access: "admin",
    params: targetParam,
    input: secondFactorInput,
    secrets: ["code"],
    async run(call) {
      const target = targetOf(call.params.vers);
      const codesUnseen = await factor.passSecondFactor(call.input.code, call);
      return { to: codesUnseen ? `${PATH}?vers=${encodeURIComponent(target)}` : target };
    },
  }),
  recover: pageForm({
    access: "admin",
    params: targetParam,
    input: recoveryInput,
    secrets: ["recoveryCode"],
    async run(call) {
      await factor.passByRecoveryCode(call.input.recoveryCode, call);
      return { to: targetOf(call.params.vers) };
    },
  }),
  renew: pageForm({
    access: "office.read",
    input: renewCodesInput,
    run: async (call) => ({
      show: { codes: await factor.renewRecoveryCodes(call.input.currentPassword, call) },
    }),
  }),
  seen: pageForm({
    access: "office.read",
    params: targetParam,
    async run({ viewer, params: { vers } }) {
      await factor.noteCodesSeen(viewer);
      return { to: targetOf(vers) };
    },
  }),
});

export default function SecondStepPage() {
  const newCodes = useActionData<{ codes?: string[] }>()?.codes;
  return <SecondStepView {...useLoaderData<typeof loader>()} newCodes={newCodes} />;
}
