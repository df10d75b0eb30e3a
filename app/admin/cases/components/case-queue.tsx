import { useMay } from "~/admin/use-may";
import { rolesText } from "~/platform/permissions";
import { classNames } from "~/ui/class-names";
import { Avatar } from "~/ui/avatar";
import { Badge, Chip } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import type { IconName } from "~/ui/icons";
import { SelectField } from "~/ui/inputs";
import { Tabs } from "~/ui/tabs";
import { Banner } from "~/ui/toast";
import {
  CASE_PERMISSIONS,
  casePath,
  CHARGE_LABELS,
  CHARGES,
  isCut,
  queueFilePath,
  queuePath,
  SHOWN_OF_A_KIND,
  URGENCY_LABELS,
  type CaseFilters,
} from "../case-file";
import { CASE_KIND_LABELS, CASE_KINDS, type CaseKind } from "~/admin/words/case-kinds";
import { PostForm } from "~/ui/form";
import type { CaseLine, CaseQueue } from "../list-cases.server";

const PATH = queuePath({ nature: "", charge: "" });

export const CASE_ICONS: Record<CaseKind, IconName> = {
  master: "valide",
  review: "etoile",
  report: "drapeau",
  appeal: "relire",
  privacy: "personne",
  dispute: "bouclier",
  payment: "euro",
  ledger: "euro",
  owner: "batiment",
  payout: "euro",
  mail: "enveloppe",
  job: "reglages",
};

/** What the queue is called, how much waits in it, and the way to all of it as CSV. */
export function CaseHead({ queue, filters }: { queue: CaseQueue; filters: CaseFilters }) {
  const { total, isCut, late, mine } = queue;
  const may = useMay();
  const count = `${total}${isCut ? " et plus" : ""}`;
  return (
    <div className="office-head">
      <h1>À traiter</h1>
      <div className="row">
        <p className="muted">{`${count} ${total > 1 ? "dossiers" : "dossier"}, dont ${late} en retard et ${mine} à vous`}</p>
        {may("lists.export") ? (
          <LinkButton variant="secondary" compact icon="telecharger" href={queueFilePath(filters)}>
            Exporter en CSV
          </LinkButton>
        ) : null}
      </div>
    </div>
  );
}

/** The kinds of cases, with how many there are. */
export function CaseTabs({ queue, filters }: { queue: CaseQueue; filters: CaseFilters }) {
  const { nature, charge } = filters;
  const kinds = CASE_KINDS.filter((one) => queue.counts[one] > 0 || one === nature);
  return (
    <Tabs
      label="Filtrer par nature"
      tabs={[
        {
          href: queuePath({ nature: "", charge }),
          label: `Tout (${queue.total}${queue.isCut ? " et plus" : ""})`,
          current: nature === "",
        },
        ...kinds.map((one) => ({
          href: queuePath({ nature: one, charge }),
          label: `${CASE_KIND_LABELS[one].many} (${queue.counts[one]}${isCut(queue.counts[one], SHOWN_OF_A_KIND) ? " et plus" : ""})`,
          current: nature === one,
        })),
      ]}
    />
  );
}

/** Whose cases are shown. */
export function ChargeChoice({ filters: { nature, charge } }: { filters: CaseFilters }) {
  return (
    <form
      className="list-filters case-filter"
      method="get"
      action={PATH}
      role="search"
      aria-label="À traiter"
    >
      {nature === "" ? null : <input type="hidden" name="nature" value={nature} />}
      <SelectField
        label="Pris en charge par"
        name="charge"
        options={CHARGES.map((value) => ({ value, label: CHARGE_LABELS[value] }))}
        placeholder="Tous"
        defaultValue={charge}
        required={false}
      />
      <Button variant="secondary">Filtrer</Button>
    </form>
  );
}

/** Said of the kinds that are left out, for they could not be read. */
export function UnreadKinds({ unread }: Pick<CaseQueue, "unread">) {
  if (unread.length === 0) return null;
  const kinds = unread.map((kind) => CASE_KIND_LABELS[kind].many).join(", ");
  return (
    <Banner type="error">
      {`Des dossiers manquent ici, car ils n’ont pas pu être lus\u00a0: ${kinds}. Prévenez qui s’occupe du serveur.`}
    </Banner>
  );
}

/** Said where no case is shown: there is none, or none under the filters. */
export function NoCases({ total }: Pick<CaseQueue, "total">) {
  return total === 0 ? (
    <EmptyState
      title="Tout est traité"
      action={
        <LinkButton variant="secondary" href="/admin">
          Retour au tableau de bord
        </LinkButton>
      }
    >
      Aucun dossier n’attend.
    </EmptyState>
  ) : (
    <EmptyState
      title="Aucun dossier sous ce filtre"
      illustration="salle-municipale"
      action={<LinkButton href={PATH}>Voir tous les dossiers</LinkButton>}
    >
      D’autres dossiers attendent.
    </EmptyState>
  );
}

/** Where the page is that asks before a colleague's case is taken over, by the case's key. */
interface Hrefs {
  takeOverOf: (key: string) => string;
}

/** The cases, by how urgent they are. */
export function CaseGroups({ groups, takeOverOf }: Pick<CaseQueue, "groups"> & Hrefs) {
  return groups.map(({ urgency, count, cases }) => (
    <section key={urgency} className="stack" aria-labelledby={`urgence-${urgency}`}>
      <h2 id={`urgence-${urgency}`} className="case-group">
        {URGENCY_LABELS[urgency]} <span>{count > 1 ? `${count} dossiers` : "1 dossier"}</span>
      </h2>
      <ol className="cases">
        {cases.map((line) => (
          <CaseItem key={line.key} line={line} takeOverOf={takeOverOf} />
        ))}
      </ol>
    </section>
  ));
}

function CaseItem({ line, takeOverOf }: { line: CaseLine } & Hrefs) {
  const { kind, urgency, title, context, href, age, deadline, amount, charge } = line;
  return (
    <li
      className={classNames(
        "case",
        urgency === "late" && "case-late",
        urgency === "today" && "case-today",
        charge?.isMine && "case-mine",
      )}
    >
      <div className="case-what">
        <p className="row">
          <Chip icon={CASE_ICONS[kind]}>{CASE_KIND_LABELS[kind].one}</Chip>
          {urgency === "late" ? <Badge tone="danger">En retard</Badge> : null}
        </p>
        <h3>
          <a href={href}>{title}</a>
        </h3>
        <p className="anywhere">{context}</p>
        <dl className="case-facts">
          {age ? (
            <div>
              <dt>Âge</dt>
              <dd>{age}</dd>
            </div>
          ) : null}
          <div className={urgency === "late" || urgency === "today" ? "case-urgent" : undefined}>
            <dt>Échéance</dt>
            <dd>{deadline}</dd>
          </div>
          {amount ? (
            <div>
              <dt>Montant</dt>
              <dd>{amount}</dd>
            </div>
          ) : null}
        </dl>
      </div>
      <CaseChargePart line={line} takeOverOf={takeOverOf} />
    </li>
  );
}

function CaseChargePart({ line, takeOverOf }: { line: CaseLine } & Hrefs) {
  const { key, kind, title, href, charge } = line;
  const may = useMay();
  const mayTake = may("cases.take") && may(CASE_PERMISSIONS[kind]);
  const about = <span className="sr-only">{`\u00a0: ${title}`}</span>;
  if (!charge) {
    return (
      <div className="case-who">
        <p className="muted">Personne ne s’en occupe</p>
        {mayTake ? (
          <PostForm>
            <input type="hidden" name="key" value={key} />
            <Button variant="secondary" compact name="intent" value="take">
              Prendre en charge{about}
            </Button>
          </PostForm>
        ) : (
          <p className="muted">{`À traiter par le rôle ${rolesText(CASE_PERMISSIONS[kind])}`}</p>
        )}
        <FileLink line={line} />
      </div>
    );
  }
  return (
    <div className="case-who">
      <p className="row">
        <Avatar name={charge.name} />
        <span>
          <b>{charge.isMine ? "Vous" : charge.name}</b>
          {`, depuis le ${charge.since}`}
        </span>
      </p>
      {charge.isMine ? (
        <>
          <LinkButton compact href={href}>
            Traiter{about}
          </LinkButton>
          {may("cases.take") ? (
            <PostForm>
              <input type="hidden" name="key" value={key} />
              <Button variant="secondary" compact name="intent" value="give-back">
                Rendre à l’équipe{about}
              </Button>
            </PostForm>
          ) : null}
        </>
      ) : mayTake ? (
        <LinkButton variant="secondary" compact href={takeOverOf(key)}>
          Reprendre{about}
        </LinkButton>
      ) : null}
      <FileLink line={line} />
    </div>
  );
}

/** To what is known of a case, and to putting it away, where its act is elsewhere. */
function FileLink({ line: { key, title, href, mark } }: { line: CaseLine }) {
  const path = casePath(key);
  if (mark === null || href === path) return null;
  return (
    <p>
      <a className="office-link" href={path}>
        Détail du dossier<span className="sr-only">{`\u00a0: ${title}`}</span>
      </a>
    </p>
  );
}
