import { useLoaderData } from "@remix-run/react";
import { idParam } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { outboxMail } from "~/platform/mail/outbox.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Main } from "~/ui/main";

export const meta = pageMeta("Message", { isPrivate: true });

export const loader = pageLoader(
  { access: "public", params: idParam },
  async ({ params }) => await outboxMail(params.id),
);

/** One mail of the outbox as plain text, its links to follow; never in production. */
export default function OutboxMail() {
  const mail = useLoaderData<typeof loader>();
  return (
    <Main className="frame section stack">
      <a className="line-link" href="/__outbox">
        Boîte d’envoi
      </a>
      <h1>{mail.subject}</h1>
      <p className="muted">
        À {mail.to}, le {mail.createdAt}
      </p>
      {mail.attachment === null ? null : <p>{`Pièce jointe\u00a0: ${mail.attachment}`}</p>}
      {mail.text === null ? (
        <p>Le contenu n’est pas gardé une fois le message envoyé.</p>
      ) : (
        <div className="card whitespace-pre-wrap break-words p-4">{withLinks(mail.text)}</div>
      )}
    </Main>
  );
}

function withLinks(text: string) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
