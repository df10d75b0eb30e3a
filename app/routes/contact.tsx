import { useLoaderData } from "@remix-run/react";
import { CONTACT_TYPES, shownAs } from "@models/enumerations";
import { contactForm, DESCRIPTION_MAX, readReference } from "~/contact/forms";
import { knownSender } from "~/contact/known-sender.server";
import { sendMessage } from "~/contact/send-message.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { Form } from "~/ui/form";
import { HiddenField, SelectField, TextareaField, TextField } from "~/ui/inputs";
import { Main } from "~/ui/main";
import { PolicyLine } from "~/ui/policy-line";
import { summaryOf } from "~/ui/summary-of";

export const meta = pageMeta("Contact", {
  description: "Une question sur un lieu, une réservation ou un paiement\u00a0: écrivez-nous.",
});

/** `reference`: the reservation that there is a question about. */
export const loader = pageLoader({ access: "public" }, async ({ viewer, query }) => ({
  sender: await knownSender(viewer),
  reference: readReference(query.get("reference")),
}));

export const action = formAction(
  pageForm({
    access: "public",
    limit: ["contact", "contact_account"],
    input: contactForm,
    failure: "contact",
    async run({ input: { website, ...message }, now }) {
      // A program is told the same, so that it does not try otherwise.
      if (website === undefined) await sendMessage(message, now);
      return { to: "/contact", toast: "Demande envoyée avec succès" };
    },
  }),
);

const types = CONTACT_TYPES.map((type) => ({ value: type, label: shownAs(type) }));

export default function Contact() {
  const { errors, field } = useFormState(contactForm);
  const { sender, reference } = useLoaderData<typeof loader>();
  return (
    <Main className="frame section">
      <div className="narrow stack stack-wide">
        <div className="stack gap-2">
          <h1>Nous contacter</h1>
          <p className="muted">Nous répondons par e-mail.</p>
        </div>
        <ErrorSummary issues={summaryOf(errors)} />
        <Form action="/contact" className="card panel">
          <SelectField
            {...field("type")}
            label="Sujet de la demande"
            placeholder="Choisissez…"
            options={types}
          />
          <TextField
            {...field("email", sender?.email)}
            label="Adresse e-mail"
            type="email"
            autoComplete="email"
          />
          <TextField
            {...field("phone", sender?.phone)}
            label="Téléphone"
            type="tel"
            autoComplete="tel"
          />
          <TextField
            {...field("lastname", sender?.lastname)}
            label="Nom"
            autoComplete="family-name"
          />
          <TextField {...field("name", sender?.name)} label="Prénom" autoComplete="given-name" />
          <TextareaField
            {...field("description", reference ? `Réservation ${reference}\u00a0: ` : undefined)}
            label="Description"
            hint={`${DESCRIPTION_MAX} caractères au plus.`}
            rows={6}
            counted={DESCRIPTION_MAX}
          />
          <HiddenField />
          <PolicyLine />
          <Button wide>Envoyer</Button>
        </Form>
      </div>
    </Main>
  );
}
