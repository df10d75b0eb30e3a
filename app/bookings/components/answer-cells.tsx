import { ConfirmLink } from "~/ui/confirm-panel";

interface AnswerLinksProps {
  /** Of what is to be answered; the two answers' pages stand below it. */
  path: string;
  /** What is answered, for screen readers: 'La Grange, du 3 au 5 mai 2027'. */
  name: string;
}

/** The ways to accept or refuse, in a row of a table; each asks again. */
export function AnswerLinks({ path, name }: AnswerLinksProps) {
  const hidden = <span className="sr-only">{`, ${name}`}</span>;
  return (
    <>
      <ConfirmLink compact href={`${path}/accepter`}>
        Accepter
        {hidden}
      </ConfirmLink>
      <ConfirmLink variant="quiet-danger" compact href={`${path}/refuser`}>
        Refuser
        {hidden}
      </ConfirmLink>
    </>
  );
}

/** Until when, and how long that is from now. */
export function AnswerDeadline({ by, left }: { by: string | null; left: string | null }) {
  return (
    <span>
      {by} {left === null ? null : <span className="hint block">{left}</span>}
    </span>
  );
}
