import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import * as parts from "~/accounts/components/second-step";
import { recoveryInput, renewCodesInput, secondFactorInput } from "~/accounts/second-factor-forms";
import * as factor from "~/accounts/second-factor.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { safePath } from "~/platform/web/safe-path";
import { AuthLayout } from "~/ui/auth-layout";
import { LinkButton } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Seconde étape", { isPrivate: true });

/** `vers`: the page of the back-office that was wanted. */
const params = z.object({ vers: z.string().optional() });
const targetOf = (vers: string | undefined) => safePath(vers, "/admin");

export const loader = pageLoader(
  { access: "admin", params },
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
    params,
    input: secondFactorInput,
    secrets: ["code"],
    async run(call) {
      await factor.passSecondFactor(call.input.code, call);
      return { to: targetOf(call.params.vers) };
    },
  }),
  recover: pageForm({
    access: "admin",
    params,
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
});

export default function SecondStep() {
  const { step, target } = useLoaderData<typeof loader>();
  const shown = useActionData<{ codes?: string[] }>()?.codes;
  const action = `/seconde-etape?vers=${encodeURIComponent(target)}`;
  const code = useFormState(secondFactorInput, "enrol", "prove");
  const recovery = useFormState(recoveryInput, "recover");
  const renew = useFormState(renewCodesInput, "renew");
  return (
    <AuthLayout
      title="Seconde étape"
      lead="L’administration demande un code en plus du mot de passe."
    >
      <ErrorSummary issues={summaryOf({ ...code.errors, ...recovery.errors, ...renew.errors })} />
      {shown ? <parts.RecoveryCodes codes={shown} /> : null}
      {step.state === "enrol" ? <parts.EnrolForm {...step} state={code} action={action} /> : null}
      {step.state === "prove" ? (
        <parts.ProveForm state={code} recovery={recovery} action={action} />
      ) : null}
      {step.state === "passed" ? (
        <>
          <LinkButton href={target}>Continuer vers l’administration</LinkButton>
          {shown ? null : (
            <parts.RenewCodesForm state={renew} action={action} codesLeft={step.codesLeft} />
          )}
        </>
      ) : null}
    </AuthLayout>
  );
}
