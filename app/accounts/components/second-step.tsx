import { useFormState, type FormState } from "~/platform/web/form-state";
import { AuthLayout } from "~/ui/auth-layout";
import { Button, LinkButton } from "~/ui/button";
import { Copyable } from "~/ui/copyable";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { TextField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";
import { codesLeftText } from "../codes-left";
import { recoveryInput, renewCodesInput, secondFactorInput } from "../second-factor-forms";
import type { SecondStep } from "../second-factor.server";

interface StepProps {
  state: FormState;
  /** Where the forms of the page post to. */
  action: string;
}

interface SecondStepViewProps {
  step: SecondStep;
  /** Where the administrator goes from here. */
  target: string;
  /** Recovery codes that the last press gave, which no page shows again. */
  newCodes: readonly string[] | undefined;
}

/** What the second step asks for, as the administrator stands with it. */
export function SecondStepView({ step, target, newCodes }: SecondStepViewProps) {
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
      {newCodes ? <RecoveryCodes codes={newCodes} /> : null}
      {step.state === "enrol" ? <EnrolForm {...step} state={code} action={action} /> : null}
      {step.state === "prove" ? (
        <ProveForm state={code} recovery={recovery} action={action} />
      ) : null}
      {step.state === "passed" && newCodes ? (
        <Form action={action}>
          <Button name="intent" value="seen">
            Continuer vers l’administration
          </Button>
        </Form>
      ) : null}
      {step.state === "passed" && !newCodes ? (
        <>
          {step.codesUnseen ? (
            <p>Vos codes de secours n’ont peut-être pas été affichés&nbsp;: remplacez-les.</p>
          ) : null}
          <LinkButton href={target}>Continuer vers l’administration</LinkButton>
          <RenewCodesForm state={renew} action={action} codesLeft={step.codesLeft} />
        </>
      ) : null}
    </AuthLayout>
  );
}

function CodeForm({ state, action, intent, label }: StepProps & { intent: string; label: string }) {
  return (
    <Form action={action}>
      <TextField
        {...state.field("code")}
        label="Code à 6 chiffres"
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button wide name="intent" value={intent}>
        {label}
      </Button>
    </Form>
  );
}

/** The first time: the app learns the secret, and proves it. */
function EnrolForm({
  secret,
  address,
  qr,
  ...props
}: StepProps & Pick<Extract<SecondStep, { state: "enrol" }>, "secret" | "address" | "qr">) {
  return (
    <>
      <ol className="stack list-decimal pl-6">
        <li>
          Ouvrez une application d’authentification sur votre téléphone (FreeOTP, Aegis, Google
          Authenticator…).
        </li>
        <li>
          Faites-lui lire ce code QR, ou saisissez-y la clé. Si elle est sur cet appareil,{" "}
          <a href={address}>ouvrez-la ici</a>.
        </li>
        <li>Saisissez le code à 6 chiffres qu’elle montre.</li>
      </ol>
      <svg
        role="img"
        aria-label="Code QR de votre clé"
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        width="240"
        height="240"
        className="h-auto max-w-full"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <p>
        Clé&nbsp;: <b className="font-mono">{grouped(secret)}</b>
      </p>
      <CodeForm {...props} intent="enrol" label="Activer" />
    </>
  );
}

/** A key as people type it: by four. */
const grouped = (secret: string) => secret.replace(/.{4}(?=.)/g, "$& ");

/** Every time after that: a code of the app, or of those for emergencies. */
function ProveForm({ recovery, ...props }: StepProps & { recovery: FormState }) {
  return (
    <>
      <CodeForm {...props} intent="prove" label="Continuer" />
      <details open={recovery.errors.recoveryCode !== undefined || undefined}>
        <summary className="line-link underline">Je n’ai plus mon téléphone</summary>
        <div className="stack pt-4">
          <Form action={props.action}>
            <TextField
              {...recovery.field("recoveryCode")}
              label="Code de secours"
              hint="Chacun ne sert qu’une fois."
              autoComplete="off"
            />
            <Button wide variant="secondary" name="intent" value="recover">
              Utiliser ce code
            </Button>
          </Form>
          <p className="hint">
            Sans code de secours, un super-admin peut réinitialiser votre seconde étape.
          </p>
        </div>
      </details>
    </>
  );
}

/** The recovery codes, shown this once; copied one a line. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <section className="stack" aria-labelledby="codes-titre">
      <h2 id="codes-titre">Vos codes de secours</h2>
      <p>
        Notez-les et gardez-les ailleurs que sur votre téléphone&nbsp;: chacun remplace un code une
        fois. <b>Ils ne seront plus montrés.</b>
      </p>
      <Copyable text={codes.join("\n")} what="les codes de secours" done="Codes copiés.">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-2 font-mono">
          {codes.map((code) => (
            <li key={code} className="min-w-0 break-all">
              {code}
            </li>
          ))}
        </ul>
      </Copyable>
    </section>
  );
}

/** How many are left, and others. */
export function RenewCodesForm({ state, action, codesLeft }: StepProps & { codesLeft: number }) {
  return (
    <section className="stack" aria-labelledby="renouveler-titre">
      <h2 id="renouveler-titre">Codes de secours</h2>
      <p>{codesLeftText(codesLeft)}</p>
      <Form action={action}>
        <TextField
          {...state.field("currentPassword")}
          label="Votre mot de passe"
          type="password"
          autoComplete="current-password"
        />
        <Button variant="secondary" name="intent" value="renew">
          Remplacer mes codes de secours
        </Button>
      </Form>
    </section>
  );
}
