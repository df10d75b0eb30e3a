import { phoneText } from "~/accounts/display-name";
import { Breadcrumb, RecordFacts, RecordPart } from "~/admin/records/components/record";
import { useMay } from "~/admin/use-may";
import type { FormState } from "~/platform/web/form-state";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { SelectField, TextareaField } from "~/ui/inputs";
import { KIND_OPTIONS } from "~/admin/words/privacy-words";
import type { ContactRecord } from "../contact-record.server";
import { ContactBadge } from "./contact-table";

/** Who wrote, about what, and whether it is dealt with. */
export function ContactHead({ contact }: { contact: ContactRecord }) {
  return (
    <div className="stack">
      <Breadcrumb href="/admin/contact" list="Contacts" name={contact.name} />
      <div className="office-head">
        <h1>{contact.type}</h1>
        <ContactBadge isDone={contact.isDone} />
      </div>
    </div>
  );
}

export function MessagePart({ contact }: { contact: ContactRecord }) {
  const may = useMay();
  return (
    <RecordPart id="message" title="Message" card>
      <RecordFacts
        facts={[
          { label: "Expéditeur", value: contact.name },
          { label: "E-mail", value: contact.email },
          { label: "Téléphone", value: contact.phone && phoneText(contact.phone) },
          { label: "Reçu le", value: contact.createdAt },
          {
            label: "Compte",
            value: contact.account ? (
              <a href={`/admin/user/${contact.account.id}`}>{contact.account.name}</a>
            ) : (
              "Aucun compte à cette adresse"
            ),
          },
          {
            label: "Compte dont c’est l’ancienne adresse",
            value: contact.formerAccounts.length > 0 && (
              <span className="row">
                {contact.formerAccounts.map(({ id, name }) => (
                  <a key={id} href={`/admin/user/${id}`}>
                    {name}
                  </a>
                ))}
              </span>
            ),
          },
          {
            label: contact.reservations.length > 1 ? "Réservations citées" : "Réservation citée",
            value: contact.reservations.length > 0 && (
              <span className="row">
                {contact.reservations.map(({ id, reference }) => (
                  <a key={id} href={`/admin/reservation/${id}`}>
                    {reference}
                  </a>
                ))}
              </span>
            ),
          },
        ]}
      />
      <p className="letter">{contact.description}</p>
      {may("contacts.treat") ? <TreatRow contact={contact} /> : null}
    </RecordPart>
  );
}

/** Of the answer's form, whose button of the message's state stands above it. */
const ANSWER_FORM = "repondre";

function TreatRow({ contact }: { contact: ContactRecord }) {
  return (
    <div className="row">
      <Button variant="secondary" form={ANSWER_FORM} name="intent" value="status">
        {contact.isDone ? "Remettre en attente" : "Marquer comme terminé"}
      </Button>
      <LinkButton
        variant="quiet-danger"
        icon="corbeille"
        href={`/admin/contact/${contact.id}/supprimer`}
      >
        Supprimer
      </LinkButton>
    </div>
  );
}

export function AnswerPart({ contact, state }: { contact: ContactRecord; state: FormState }) {
  const may = useMay();
  if (!may("contacts.treat") && contact.answers.length === 0) return null;
  return (
    <RecordPart id="reponse" title="Répondre" card>
      {contact.answers.map(({ text, at, by }) => (
        <div key={at} className="stack">
          <p className="quiet-text">{`Répondu le ${at}, par ${by}`}</p>
          <p className="letter">{text}</p>
        </div>
      ))}
      {may("contacts.treat") ? (
        <Form id={ANSWER_FORM}>
          <input type="hidden" name="status" value={contact.isDone ? "false" : "true"} />
          <input type="hidden" name="answered" value={contact.answers.length} />
          <TextareaField
            {...state.field("text")}
            label="Votre réponse"
            hint={`Envoyée par e-mail à ${contact.email}, avec le message d’origine. Le message est ensuite terminé.`}
            rows={8}
          />
          <p>
            <Button icon="envoyer" name="intent" value="answer">
              Envoyer la réponse
            </Button>
          </p>
        </Form>
      ) : null}
    </RecordPart>
  );
}

/** A message about somebody's data is a request with a clock of its own. */
export function PrivacyPart({ contact, state }: { contact: ContactRecord; state: FormState }) {
  const may = useMay();
  if (contact.requestId) {
    return (
      <p>
        <a href={`/admin/droits/${contact.requestId}`}>Ce message est une demande de droits</a>
      </p>
    );
  }
  if (!may("privacy.treat")) return null;
  return (
    <RecordPart id="droits" title="Données personnelles" card>
      <Form>
        <SelectField
          {...state.field("kind", "access")}
          label="Droit demandé"
          hint="La personne apprend par e-mail quand elle aura sa réponse&nbsp;: un mois après son message."
          options={KIND_OPTIONS}
        />
        <p>
          <Button variant="secondary" name="intent" value="request">
            En faire une demande de droits
          </Button>
        </p>
      </Form>
    </RecordPart>
  );
}
