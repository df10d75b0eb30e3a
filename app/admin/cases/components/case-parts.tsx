import { AuditPart } from "~/admin/journal/components/audit-part";
import { OwnPassword, ReadStripeForm } from "~/admin/records/components/decision";
import { Breadcrumb, RecordFacts, RecordPart } from "~/admin/records/components/record";
import { useMay } from "~/admin/use-may";
import { MOST_DAYS } from "~/payments/compared-days";
import { refusalMessage } from "~/platform/refusal";
import type { FormState } from "~/platform/web/form-state";
import { Chip } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import type { FieldIssue } from "~/ui/error-summary";
import { Form, PostForm } from "~/ui/form";
import { TextareaField } from "~/ui/inputs";
import { summaryOf } from "~/ui/summary-of";
import { CASE_KIND_LABELS } from "~/admin/words/case-kinds";
import { byHandText, LOST_TEXT } from "../case-file";
import type { CaseRecord, EndedCase } from "../case-record.server";
import { CASE_ICONS } from "./case-queue";
import { HeldPart } from "./held-part";

/** What kind of case it is, and what it is about. */
export function CaseHead({ file: { kind, title } }: { file: CaseRecord }) {
  return (
    <div className="stack">
      <Breadcrumb href="/admin/a-traiter" list="À traiter" name={CASE_KIND_LABELS[kind].one} />
      <div className="office-head">
        <h1 className="anywhere">{title}</h1>
        <Chip icon={CASE_ICONS[kind]}>{CASE_KIND_LABELS[kind].one}</Chip>
      </div>
    </div>
  );
}

/** A case that is none any more: what was done about it, as far as the journal says, and the way to those that wait. */
export function CaseEnd({ file: { key, endedActs: acts } }: { file: EndedCase }) {
  return (
    <>
      <div className="stack">
        <Breadcrumb href="/admin/a-traiter" list="À traiter" name="Dossier" />
        <h1>Ce dossier n’est plus à traiter</h1>
      </div>
      <p>
        {acts.length > 0
          ? "Le journal ci-dessous dit qui s’en est occupé. Le dossier revient dans la liste si quelque chose s’y passe de nouveau."
          : "Il s’est réglé de lui-même, ou n’a jamais été dans la liste\u00a0: le journal n’en dit rien."}
      </p>
      <p>
        <LinkButton href="/admin/a-traiter">Voir ce qui est à traiter</LinkButton>
      </p>
      {acts.length > 0 ? <AuditPart acts={acts} target={key} /> : null}
    </>
  );
}

/** All that is known of it, and its reservation's money where there is any. */
export function CaseFacts({ file }: { file: CaseRecord }) {
  const { context, age, deadline, facts, reservationHref, ownerHref, ledger } = file;
  return (
    <>
      <RecordPart id="dossier" title="Ce qui s’est passé" card>
        <p className="anywhere">{context}</p>
        <RecordFacts
          facts={[
            { label: "Âge", value: age },
            { label: "Échéance", value: deadline },
            ...facts.map(({ label, value }) => ({
              label,
              value: value && <span className="anywhere">{value}</span>,
            })),
          ]}
        />
        {reservationHref ? (
          <p>
            <a className="office-link" href={reservationHref}>
              Ouvrir la réservation
            </a>
          </p>
        ) : null}
        {ownerHref ? (
          <p>
            <a className="office-link" href={ownerHref}>
              Ouvrir la fiche du propriétaire
            </a>
          </p>
        ) : null}
      </RecordPart>
      {ledger.length > 0 ? <CaseLedger lines={ledger} /> : null}
    </>
  );
}

function CaseLedger({ lines }: { lines: CaseRecord["ledger"] }) {
  return (
    <RecordPart id="registre" title="Au registre">
      <DataTable
        caption="Écritures du registre"
        columns={[
          { label: "Date" },
          { label: "Mouvement" },
          { label: "Objet chez Stripe" },
          { label: "Montant", numeric: true },
        ]}
        rows={lines.map(({ id, at, movement, amount, stripeId }) => ({
          id,
          cells: [at, movement, <span className="identifier">{stripeId}</span>, amount],
        }))}
      />
    </RecordPart>
  );
}

/** What may be done about it besides putting it away. */
export function CaseActs({ file, wake }: { file: CaseRecord; wake: FormState }) {
  const may = useMay();
  if (!may("cases.settle")) return null;
  if (file.kind === "job") {
    if (file.isLate)
      return (
        <p>
          Le programme des tâches ne fait pas cette tâche, ou pas jusqu’au bout, et la relancer
          d’ici n’y changerait rien&nbsp;: la personne qui exploite le serveur doit regarder s’il
          tourne encore.
        </p>
      );
    return <WakePart file={file} state={wake} />;
  }
  if (file.kind === "mail") {
    if (file.isOutdated)
      return <p>Cet e-mail ne dit plus ce qui est vrai&nbsp;: il ne se renvoie pas.</p>;
    if (file.isOnce)
      return <p>Cet e-mail ne se renvoie pas d’ici&nbsp;: prévenez la personne autrement.</p>;
    return file.isBodyGone ? null : <ResendPart file={file} />;
  }
  if (file.kind === "owner") return <OwnerPart isTold={file.isTold === true} />;
  if (file.kind === "payout") return <HeldPart />;
  if (file.kind === "payment" || file.kind === "ledger") return <StripePart file={file} />;
  return null;
}

function WakePart({ file, state }: { file: CaseRecord; state: FormState }) {
  return (
    <RecordPart id="relancer" title="Relancer" card>
      <p>
        La tâche fait son travail tout de suite, puis reprend son rythme. Si elle réussit, le
        dossier s’en va de lui-même.
        {file.movesMoney ? " Elle peut rendre ou libérer de l’argent." : null}
      </p>
      <Form className="max-w-formulaire">
        {file.movesMoney ? <OwnPassword state={state} /> : null}
        <p>
          <Button icon="relire" name="intent" value="wake">
            Relancer la tâche
          </Button>
        </p>
      </Form>
    </RecordPart>
  );
}

function ResendPart({ file: { reservationHref } }: { file: CaseRecord }) {
  return (
    <RecordPart id="renvoyer" title="Renvoyer" card>
      <p>
        {reservationHref
          ? "L’e-mail est écrit de nouveau, de ce qui est vrai maintenant, à l’adresse que la personne a aujourd’hui. Ce dossier s’en va."
          : "L’e-mail repart tel qu’il a été écrit, à la même adresse. S’il arrive, le dossier s’en va de lui-même."}
      </p>
      <PostForm>
        <Button icon="enveloppe" name="intent" value="resend">
          Renvoyer l’e-mail
        </Button>
      </PostForm>
    </RecordPart>
  );
}

function OwnerPart({ isTold }: { isTold: boolean }) {
  return (
    <RecordPart id="proprietaire" title="Agir" card>
      <p>
        {isTold
          ? "Le propriétaire est prévenu de ce que la limite change pour lui, une fois pour cette limite."
          : "Prévenir envoie au propriétaire ce que la limite change pour lui et le lien vers son compte de paiement, une fois pour cette limite."}{" "}
        Relire demande à Stripe où en est le compte&nbsp;: s’il n’est plus limité, le dossier s’en
        va de lui-même.
      </p>
      <div className="row">
        {isTold ? null : (
          <PostForm>
            <Button icon="enveloppe" name="intent" value="tell-owner">
              Prévenir par e-mail
            </Button>
          </PostForm>
        )}
        <ReadStripeForm />
      </div>
    </RecordPart>
  );
}

function StripePart({ file }: { file: CaseRecord }) {
  const { kind, reservationHref, isTooOld, isStray } = file;
  return (
    <RecordPart id="stripe" title="Chez Stripe" card>
      <p>
        {kind === "payment" ? "Relire dit ce qui est payé et rendu à cet instant." : null}
        {kind === "ledger"
          ? comparisonText(reservationHref !== null, isTooOld === true)
          : null}{" "}
        {isStray ? STRAY : howText(file)}
      </p>
      <div className="row">
        <ReadStripeForm />
        {reservationHref && !isStray ? (
          <LinkButton variant="secondary" icon="calendrier" href={reservationHref}>
            Agir sur la réservation
          </LinkButton>
        ) : null}
      </div>
    </RecordPart>
  );
}

function howText({ kind, reservationHref, isByHand }: CaseRecord): string | undefined {
  if (!reservationHref) return NO_RESERVATION[kind];
  return isByHand
    ? byHandText(reservationHref.slice(reservationHref.lastIndexOf("/") + 1))
    : "Un remboursement se fait depuis la réservation.";
}

function comparisonText(isKnown: boolean, isTooOld: boolean): string {
  const ledger = isKnown ? "Relire complète d’abord le registre de la réservation. " : "";
  return isTooOld
    ? `${ledger}Ce mouvement a plus de ${MOST_DAYS}\u00a0jours\u00a0: la comparaison n’y revient plus, et le dossier ne s’en va pas de lui-même. Une fois vu, classez-le.`
    : `${ledger}La comparaison relit tous les mouvements depuis le plus ancien écart.`;
}

const STRAY =
  "Cet argent est d’une tentative de paiement abandonnée, et non du paiement de la réservation\u00a0: relire le rend en entier à qui l’a versé, si ce n’est déjà fait.";

const NO_RESERVATION: Partial<Record<CaseRecord["kind"], string>> = {
  payment: LOST_TEXT,
  ledger:
    "Le registre ne dit pas de quelle réservation est cet argent\u00a0: cherchez-la chez Stripe, sous l’identifiant ci-dessus.",
};

const GIVEN_UP =
  "Cet argent ne repart alors plus de lui-même sur la carte, même si Stripe l’accepte un jour\u00a0: ne classez le dossier que si vous le rendez autrement, ou s’il ne peut pas l’être. Classez-le avant de faire un virement, car d’ici là il peut encore repartir sur la carte. S’il reste dû davantage par la suite, ce surplus seul repart.";

/** Of the page's two passwords, the one of this form: a job that is run again asks for one too. */
const SETTLE_PASSWORD = "currentPassword-classer";

/** The summary of what either form of the page was refused for, or any of its buttons. */
export function caseIssues(state: FormState, settle: FormState): FieldIssue[] {
  const isOfSettling = Object.keys(settle.errors).length > 0;
  return summaryOf(state.errors).map((issue) =>
    isOfSettling && issue.field === "currentPassword"
      ? { ...issue, field: SETTLE_PASSWORD }
      : issue,
  );
}

interface SettlePartProps {
  file: CaseRecord;
  /** It is about the money of whoever looks, who leaves it to somebody else. */
  isOwn: boolean;
  state: FormState;
}

/** Puts it away, with the reason. */
export function SettlePart({ file, isOwn, state }: SettlePartProps) {
  if (!useMay()("cases.settle")) return null;
  if (isOwn) return <p>{refusalMessage("own_matter")}</p>;
  return (
    <RecordPart id="classer" title="Classer" card>
      <p>
        Le dossier quitte la file pour toute l’équipe. Il y revient de lui-même s’il s’y passe autre
        chose.
      </p>
      {file.givesUp ? <p>{GIVEN_UP}</p> : null}
      <Form className="max-w-formulaire">
        <input type="hidden" name="seen" value={file.seen} />
        <TextareaField
          {...state.field("why")}
          label="Motif"
          hint="Personne d’autre que l’équipe ne le lit. Il est gardé au journal."
          rows={3}
        />
        {file.movesMoney ? <OwnPassword id={SETTLE_PASSWORD} state={state} /> : null}
        <p>
          <Button variant="secondary" name="intent" value="settle">
            Classer le dossier
          </Button>
        </p>
      </Form>
    </RecordPart>
  );
}
