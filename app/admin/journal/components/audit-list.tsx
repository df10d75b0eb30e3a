import type { AuditLine } from "~/admin/journal/list-audit.server";

/** Entries of the audit log: what, from what to what, why, when and by whom. */
export function AuditList({ lines }: { lines: readonly AuditLine[] }) {
  return (
    <ol className="audit-list card panel">
      {lines.map((line) => (
        <li key={line.id}>
          <p>
            <b>{line.title}</b>
            {line.targetName === null ? null : (
              <>
                {"\u00a0: "}
                {line.href ? <a href={line.href}>{line.targetName}</a> : line.targetName}
              </>
            )}
          </p>
          {line.before && line.after ? (
            <p className="audit-change">
              <del>{line.before}</del>
              <span aria-hidden="true">→</span>
              <span className="sr-only">devient</span>
              <ins>{line.after}</ins>
            </p>
          ) : line.after ? (
            <p>{line.after}</p>
          ) : null}
          {line.why ? <p className="audit-reason">{`«\u00a0${line.why}\u00a0»`}</p> : null}
          <p className="muted">
            {`N° ${line.seq}, ${line.at}, par ${line.admin}. `}
            <span className="identifier">{line.requestId}</span>
          </p>
        </li>
      ))}
    </ol>
  );
}
