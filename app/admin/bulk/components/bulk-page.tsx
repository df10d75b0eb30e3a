import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Decision } from "~/admin/records/components/decision";
import { RecordPart } from "~/admin/records/components/record";
import type { FormState } from "~/platform/web/form-state";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { EmptyState } from "~/ui/empty-state";
import type { BulkResult, BulkRow } from "../bulk";

interface BulkPageProps {
  /** The list's own address. */
  path: string;
  rows: readonly BulkRow[];
  /** Also the intent of the form. */
  act: string;
  /** 'Suspendre' */
  verb: string;
  /** 'lieu', 'lieux'. */
  noun: readonly [one: string, many: string];
  /** What happens to each, and what is told to whom. */
  consequences: readonly string[];
  state: FormState;
  asks: readonly ("why" | "password")[];
  soft?: boolean;
  /** Further fields. */
  children?: ReactNode;
}

/** Asks before several rows are acted on, which of them cannot be and why; then tells what became of each. */
export function BulkPage(props: BulkPageProps) {
  const { path, rows, act, verb, noun, consequences, state, asks, soft, children } = props;
  const results = useActionData<{ results?: BulkResult[] }>()?.results;
  if (results) return <BulkResults path={path} verb={verb} noun={noun} results={results} />;
  const able = rows.filter(({ hindrance }) => hindrance === null);
  const unable = rows.filter(({ hindrance }) => hindrance !== null);
  const hindered = (
    <BulkLines title="Rien ne change pour" lines={unable} textOf={({ hindrance }) => hindrance} />
  );
  if (able.length === 0) {
    return (
      <>
        <h1>{`${verb} des ${noun[1]}`}</h1>
        <EmptyState
          title={rows.length === 0 ? "Rien n’est choisi" : "Rien à faire"}
          action={<LinkButton href={path}>Retour à la liste</LinkButton>}
        >
          {rows.length === 0 ? "Cochez des lignes de la liste." : null}
        </EmptyState>
        {hindered}
      </>
    );
  }
  return (
    <>
      <Decision
        question={`${verb} ${counted(able.length, noun)}\u00a0?`}
        subjects={able.map(({ id, title, href }) => (
          <a key={id} href={href ?? undefined}>
            {title}
          </a>
        ))}
        consequences={consequences}
        state={state}
        asks={asks}
        confirmLabel={`${verb} ${counted(able.length, noun)}`}
        backHref={path}
        soft={soft}
      >
        <input type="hidden" name="intent" value={act} />
        {able.map(({ id }) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        {children}
      </Decision>
      {hindered}
    </>
  );
}

type Noun = BulkPageProps["noun"];

/** '1 lieu', '3 lieux'. */
function counted(count: number, [one, many]: Noun): string {
  return `${count} ${count > 1 ? many : one}`;
}

function BulkLines({
  title,
  lines,
  textOf,
}: {
  title: string;
  lines: readonly BulkRow[];
  textOf: (line: BulkRow) => string | null;
}) {
  if (lines.length === 0) return null;
  return (
    <RecordPart id="sans-changement" title={title} card>
      <ul className="list-disc">
        {lines.map((line) => (
          <li key={line.id} className="anywhere">
            {line.href ? <a href={line.href}>{line.title}</a> : line.title}
            {`\u00a0: ${textOf(line) ?? ""}`}
          </li>
        ))}
      </ul>
    </RecordPart>
  );
}

function BulkResults({
  path,
  verb,
  noun,
  results,
}: {
  path: string;
  verb: string;
  noun: Noun;
  results: readonly BulkResult[];
}) {
  const done = results.filter(({ problem }) => problem === null).length;
  return (
    <>
      <div className="office-head">
        <h1>{`${verb}\u00a0: ${done} sur ${counted(results.length, noun)}`}</h1>
        <LinkButton variant="secondary" href={path}>
          Retour à la liste
        </LinkButton>
      </div>
      <p role="status">
        {done === results.length
          ? "Tout est fait. Chaque acte est au journal."
          : "Ce qui n’a pas été fait dit pourquoi. Les autres actes sont au journal."}
      </p>
      <DataTable
        caption="Ce qui a été fait"
        columns={[{ label: "Ligne" }, { label: "Résultat" }, { label: "Pourquoi" }]}
        rows={results.map(({ id, title, href, problem }) => ({
          id,
          cells: [
            href ? <a href={href}>{title}</a> : title,
            problem === null ? (
              <Badge tone="success">Fait</Badge>
            ) : (
              <Badge tone="danger">Pas fait</Badge>
            ),
            <span className="anywhere">{problem ?? "—"}</span>,
          ],
        }))}
      />
    </>
  );
}
