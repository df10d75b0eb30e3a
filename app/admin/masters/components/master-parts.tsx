import { ofName } from "~/platform/of-name";
import { Breadcrumb, RecordFacts, RecordPart } from "~/admin/records/components/record";
import { useMay } from "~/admin/use-may";
import { MASTER_STATE_LABELS } from "~/admin/words/person";
import { Avatar } from "~/ui/avatar";
import { Badge, Chip, type BadgeTone } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { Form } from "~/ui/form";
import type { MasterRecord } from "../master-record.server";

const TONES: Record<MasterRecord["status"], BadgeTone> = {
  pending: "waiting",
  validated: "success",
  refused: "danger",
};

export function MasterHead({ master }: { master: MasterRecord }) {
  return (
    <div className="stack">
      <Breadcrumb href="/admin/master" list="Masters" name={master.name} />
      <div className="record-head">
        <Avatar name={master.name} imageId={master.avatarId} large />
        <div>
          <h1>{master.name}</h1>
          <p className="row">
            <Chip icon="bouclier" label="Type">
              {master.kind}
            </Chip>
            <Badge tone={TONES[master.status]}>{MASTER_STATE_LABELS[master.status]}</Badge>
            <Badge tone={master.isVerified ? "success" : "waiting"}>
              {master.isVerified ? "E-mail vérifié" : "E-mail non vérifié"}
            </Badge>
          </p>
          <p className="muted">
            {`Soumis le ${master.createdAt}. `}
            <span className="identifier">{master.tag}</span>
          </p>
        </div>
      </div>
    </div>
  );
}

/** What is to be decided, or what was. */
export function SubmissionPart({ master }: { master: MasterRecord }) {
  const may = useMay();
  return (
    <RecordPart id="soumission" title="Soumission" card>
      {master.status === "pending" ? (
        <>
          <p>
            {master.isBanned
              ? "Le compte est banni\u00a0: la soumission pourra être validée une fois le compte rétabli. "
              : master.isVerified
                ? `Valider ouvre le compte et lui donne un code de 8 caractères, envoyé à ${master.identity.email}. `
                : "La soumission attend une réponse une fois l’adresse e-mail vérifiée\u00a0; sinon, elle est effacée au bout de 30\u00a0jours. "}
            {master.isVerified ? "Refuser demande un motif, que la personne reçoit." : null}
          </p>
          {master.isVerified && may("masters.decide") ? (
            <Form>
              <div className="row">
                {master.isBanned ? null : (
                  <Button icon="valide" name="intent" value="validate">
                    Valider
                  </Button>
                )}
                <LinkButton
                  variant="quiet-danger"
                  icon="refus"
                  href={`/admin/master/${master.id}/refuser`}
                >
                  Refuser
                </LinkButton>
              </div>
            </Form>
          ) : null}
        </>
      ) : (
        <RecordFacts
          facts={[
            {
              label: "Code de liaison",
              value: master.code ? <span className="identifier">{master.code}</span> : null,
            },
            { label: "Motif du refus", value: master.refusal },
            {
              label: "Compte",
              value: <a href={`/admin/user/${master.id}`}>{`Fiche ${ofName(master.name)}`}</a>,
            },
          ]}
        />
      )}
    </RecordPart>
  );
}

export function LinkedPart({ linked, identity: { email } }: MasterRecord) {
  const all = `/admin/sub-master?${new URLSearchParams({ master: email }).toString()}`;
  return (
    <RecordPart
      id="comptes-lies"
      title="Comptes liés"
      action={
        linked.length > 0 ? (
          <a className="office-link" href={all}>
            Tous ses comptes liés
          </a>
        ) : null
      }
    >
      {linked.length > 0 ? (
        <DataTable
          caption="Comptes liés à ce master"
          columns={[{ label: "Nom" }, { label: "Inscription", numeric: true }]}
          rows={linked.map(({ id, name, since }) => ({
            id,
            cells: [
              <a key="name" href={`/admin/user/${id}`}>
                {name}
              </a>,
              since,
            ],
          }))}
        />
      ) : (
        <p className="muted">Aucun compte lié.</p>
      )}
    </RecordPart>
  );
}
