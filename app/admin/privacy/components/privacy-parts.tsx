import { MailAddress } from "~/admin/lists/components/mail-address";
import { Breadcrumb, RecordFacts, RecordPart } from "~/admin/records/components/record";
import { useMay } from "~/admin/use-may";
import { IDENTITY_PROOFS, PRIVACY_CHANNELS } from "@models/enumerations";
import type { FormState } from "~/platform/web/form-state";
import { Button, LinkButton } from "~/ui/button";
import { RadioGroup } from "~/ui/choices";
import { Form } from "~/ui/form";
import { SelectField, TextareaField, TextField } from "~/ui/inputs";
import type { PrivacyRecord } from "../privacy-record.server";
import {
  FILE_HANDED_BY,
  IDENTITY_LABELS,
  KIND_OPTIONS,
  PRIVACY_CHANNEL_LABELS,
} from "~/admin/words/privacy-words";
import { PrivacyBadge } from "./privacy-table";

const PROOF_OPTIONS = IDENTITY_PROOFS.map((value) => ({ value, label: IDENTITY_LABELS[value] }));

/** Which right, whose, and how far it is. */
export function PrivacyHead({ request }: { request: PrivacyRecord }) {
  return (
    <div className="stack">
      <Breadcrumb href="/admin/droits" list="Droits des personnes" name={request.title} />
      <div className="office-head">
        <h1 className="anywhere">
          {`${request.title}\u00a0: `}
          <MailAddress address={request.person} />
        </h1>
        <PrivacyBadge state={request.state} />
      </div>
    </div>
  );
}

/** What was asked, by whom, and until when the law waits. */
export function AskedPart({ request }: { request: PrivacyRecord }) {
  const { account, messageId } = request;
  return (
    <RecordPart id="demande" title="Demande" card>
      <RecordFacts
        facts={[
          { label: "Reçue le", value: request.receivedOn },
          {
            label: "Réponse due",
            value: `${request.due}${request.isExtended ? ", délai prolongé" : ""}`,
          },
          {
            label: "Par",
            value: messageId ? (
              <a href={`/admin/contact/${messageId}`}>{request.channel}</a>
            ) : (
              request.channel
            ),
          },
          {
            label: "E-mail",
            value: request.email && <span className="anywhere">{request.email}</span>,
          },
          {
            label: "Compte",
            value: account ? (
              <>
                <a href={`/admin/user/${account.id}`}>{account.name}</a>
                {account.isBanned ? ", banni" : null}
              </>
            ) : (
              "Aucun compte à cette adresse"
            ),
          },
          { label: "Gardé à cette adresse", value: request.held ?? "Rien" },
          { label: "Identité", value: request.identity ?? "À vérifier" },
          { label: "Close le", value: request.closedAt },
        ]}
      />
      {request.details ? <p className="letter">{request.details}</p> : null}
      {request.answer ? (
        <>
          <p className="quiet-text">Répondu à la personne&nbsp;:</p>
          <p className="letter">{request.answer}</p>
        </>
      ) : null}
    </RecordPart>
  );
}

/** How it was made sure who asks; before that nothing of anybody's is told or erased. */
export function IdentityCheckPart({
  request,
  state,
}: {
  request: PrivacyRecord;
  state: FormState;
}) {
  const may = useMay();
  if (request.state !== "open" || request.identity || !may("privacy.treat")) return null;
  return (
    <RecordPart id="verifier" title="Vérifier l’identité" card>
      <Form>
        <RadioGroup
          {...state.field("identity")}
          value={state.field("identity").defaultValue}
          label="Comment la personne a-t-elle été reconnue&nbsp;?"
          hint="Sans doute raisonnable, une réponse depuis son adresse suffit. Aucune copie de pièce n’est gardée."
          options={PROOF_OPTIONS}
        />
        <p>
          <Button name="intent" value="identity">
            Noter la vérification
          </Button>
        </p>
      </Form>
    </RecordPart>
  );
}

const asksCopy = ({ kind }: PrivacyRecord) => kind === "access" || kind === "portability";

function FileLink({ request }: { request: PrivacyRecord }) {
  return (
    <LinkButton variant="secondary" icon="telecharger" href={`/admin/droits/${request.id}/donnees`}>
      Télécharger le fichier
    </LinkButton>
  );
}

/** What somebody who cannot log in is handed, also by others and after the answer that tells them so. */
export function HandedFilePart({ request }: { request: PrivacyRecord }) {
  const may = useMay();
  const { account, state } = request;
  if (!asksCopy(request) || !account || account.canLogIn || !request.identity) return null;
  const mayExport = may("lists.export");
  // While it is open, whoever may both answer and take it finds it among the answers; a forgotten one has none.
  const isToHand =
    state === "open"
      ? !mayExport || !may("privacy.treat")
      : state === "fulfilled" && request.email !== null;
  if (!isToHand) return null;
  return (
    <RecordPart id="remettre" title="Fichier à remettre" card>
      <p>La personne ne peut pas se connecter&nbsp;: ses données lui sont remises à part.</p>
      {mayExport ? <FileLink request={request} /> : <p>{FILE_HANDED_BY}</p>}
    </RecordPart>
  );
}

/** The ways to end it, and to take more time. */
export function AnswerLinks({ request }: { request: PrivacyRecord }) {
  const may = useMay();
  const path = `/admin/droits/${request.id}`;
  if (request.state !== "open" || !may("privacy.treat")) return null;
  const isErasure = request.kind === "erasure";
  const isCopy = asksCopy(request);
  return (
    <RecordPart id="repondre" title="Répondre" card>
      {request.identity ? null : (
        <p>
          Une demande ne se satisfait qu’une fois l’identité vérifiée&nbsp;; elle se refuse sans.
        </p>
      )}
      {isErasure && request.identity && !may("people.delete") ? (
        <p>Effacer est réservé aux super-admins.</p>
      ) : null}
      <div className="row">
        {request.identity && !isErasure ? (
          <LinkButton href={`${path}/satisfaire`}>Satisfaire la demande</LinkButton>
        ) : null}
        {request.identity && isErasure && may("people.delete") ? (
          <LinkButton variant="quiet-danger" icon="corbeille" href={`${path}/effacer`}>
            Effacer les données
          </LinkButton>
        ) : null}
        {request.identity && isCopy && request.account && may("lists.export") ? (
          <FileLink request={request} />
        ) : null}
        {request.mayExtend ? (
          <LinkButton variant="secondary" href={`${path}/prolonger`}>
            Prendre deux mois de plus
          </LinkButton>
        ) : null}
        <LinkButton variant="secondary" href={`${path}/refuser`}>
          Refuser
        </LinkButton>
      </div>
    </RecordPart>
  );
}

/** The fields of a request that came by a letter or a mail. */
export function RequestFields({
  state,
  email,
  today,
}: {
  state: FormState;
  /** Of the account that it is recorded from. */
  email: string;
  today: string;
}) {
  return (
    <>
      <SelectField
        {...state.field("kind")}
        label="Droit"
        placeholder="Choisissez…"
        options={KIND_OPTIONS}
      />
      <TextField
        {...state.field("email", email)}
        label="Adresse e-mail de la personne"
        hint="Celle de son compte, si elle en a un. La réponse y est envoyée."
        type="email"
        autoComplete="off"
      />
      <TextField {...state.field("name")} label="Nom" optional autoComplete="off" />
      <SelectField
        {...state.field("channel")}
        label="Arrivée par"
        placeholder="Choisissez…"
        options={PRIVACY_CHANNELS.map((value) => ({
          value,
          label: PRIVACY_CHANNEL_LABELS[value],
        }))}
      />
      <TextField
        {...state.field("receivedOn", today)}
        label="Arrivée le"
        hint="Le délai d’un mois court de ce jour."
        type="date"
      />
      <SelectField
        {...state.field("identity")}
        label="Identité"
        placeholder="À vérifier"
        options={PROOF_OPTIONS}
        optional
      />
      <TextareaField {...state.field("details")} label="Ce qui est demandé" rows={4} optional />
    </>
  );
}
