import { useEnhance } from "./page-assets";

export interface FieldIssue {
  /** Id of the field to correct; absent when the refusal concerns the whole form. */
  field?: string;
  message: string;
}

interface ErrorSummaryProps {
  /** What is wrong with all of it, before what is wrong with each field. */
  lead?: string;
  issues: readonly FieldIssue[];
  /** Nothing of the form was read, so that the page has nothing of what was typed: scripts leave theirs as it is. */
  isUnread?: boolean;
}

function ErrorFrame({ lead, issues, isUnread }: ErrorSummaryProps) {
  const onFields = issues.filter((issue) => issue.field).length;
  const title =
    onFields === 0
      ? "Votre demande n’a pas abouti"
      : onFields === 1
        ? "1 champ est à corriger"
        : `${onFields} champs sont à corriger`;
  return (
    <div
      className="error-summary"
      role="alert"
      tabIndex={-1}
      // Where the eye and the screen reader belong after a refusal, with or without script.
      // eslint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      aria-labelledby="titre-erreurs"
      data-unread={isUnread ? "" : undefined}
      {...useEnhance("error-summary")}
    >
      <h2 id="titre-erreurs">{title}</h2>
      {lead ? <p className="mt-1.5">{lead}</p> : null}
      <ul className="mt-1.5 grid gap-1.5">
        {issues.map((issue) => (
          <li key={`${issue.field ?? ""} ${issue.message}`}>
            {issue.field ? <a href={`#${issue.field}`}>{issue.message}</a> : issue.message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Above a refused form: how many fields, and a link to each with the very words of its error. */
export function ErrorSummary(props: ErrorSummaryProps) {
  return props.issues.length > 0 ? <ErrorFrame {...props} /> : null;
}
