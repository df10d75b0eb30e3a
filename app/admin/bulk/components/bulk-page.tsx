import { useActionData } from "@remix-run/react";
import type { ReactNode } from "react";
import { Decision } from "~/admin/records/components/decision";
import { RecordPart } from "~/admin/records/components/record";
import { counted } from "~/platform/numbers";
import type { FormState } from "~/platform/web/form-state";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { DataTable } from "~/ui/data-table";
import { EmptyState } from "~/ui/empty-state";
import { bulkOutcome, bulkQuestion, type Noun } from "../bulk-titles";
import { seenField, type BulkResult, type BulkRow } from "../bulk";

interface BulkPageProps {
  /** The list's own address. */
  path: string;
  /** The same as it was left, under its filters. */
  back: string;
  rows: readonly BulkRow[];
  /** Also the intent of the form. */
  act: string;
  /** 'Suspendre' */
  verb: string;
  noun: Noun;
  /** What happens to each, and what is told to whom. */
  consequences: readonly string[];
  state: FormState;
  asks: readonly ("why" | "password")[];
  whyHint?: string;
  soft?: boolean;
  /** Further fields. */
  children?: ReactNode;
}

/** Asks before several rows are acted on, which of them cannot be and why; then tells what became of each. */
export function BulkPage(props: BulkPageProps) {
  const { back, rows, act, verb, noun, consequences, state, asks, whyHint, soft, children } = props;
  const results = useActionData<{ results?: BulkResult[] }>()?.results;
  if (results) return <BulkResults {...props} results={results} />;
  const able = rows.filter(({ hindrance }) => hindrance === null);
  const unable = rows.filter(({ hindrance }) => hindrance !== null);
  const hindered = (
    <BulkLines title="Rien ne change pour" lines={unable} textOf={({ hindrance }) => hindrance} />
  );
  if (able.length === 0) {
    return (
      <>
        <h1>{bulkQuestion(verb, noun, rows)}</h1>
        <EmptyState
          title={rows.length === 0 ? "Rien n’est choisi" : "Rien à faire"}
          action={<LinkButton href={back}>Retour à la liste</LinkButton>}
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
        question={bulkQuestion(verb, noun, rows)}
        subjects={able.map((row) => (
          <a key={row.id} href={row.href ?? undefined}>
            {textBefore(row)}
          </a>
        ))}
        consequences={consequences}
        state={state}
        asks={asks}
        whyHint={whyHint}
        confirmLabel={`${verb} ${counted(able.length, ...noun)}`}
        backHref={back}
        soft={soft}
      >
        <input type="hidden" name="intent" value={act} />
        {able.map(({ id }) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        {able
          .filter(({ seen }) => seen !== undefined)
          .map((row) => (
            <input key={row.id} type="hidden" name="seen" value={seenField(row)} />
          ))}
        {children}
      </Decision>
      {hindered}
    </>
  );
}

/** A row on the page that asks: what was done of it says no more what it was. */
function textBefore({ title, state }: BulkRow): string {
  return state === undefined ? title : `${title}, ${state}`;
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
            {line.href ? <a href={line.href}>{textBefore(line)}</a> : line.title}
            {`\u00a0: ${textOf(line) ?? ""}`}
          </li>
        ))}
      </ul>
    </RecordPart>
  );
}

/** The page that asks, for the rows alone of which nothing was done. */
function againPath(
  { path, back, act }: Pick<BulkPageProps, "path" | "back" | "act">,
  undone: readonly BulkResult[],
): string {
  const query = new URLSearchParams({ acte: act });
  for (const { id } of undone) query.append("id", id);
  const returns = back.slice(path.length + 1);
  if (returns) query.append("retour", returns);
  return `${path}/lot?${query.toString()}`;
}

function BulkResults({
  path,
  back,
  act,
  verb,
  noun,
  results,
}: Pick<BulkPageProps, "path" | "back" | "act" | "verb" | "noun"> & {
  results: readonly BulkResult[];
}) {
  const undone = results.filter(({ problem }) => problem !== null);
  const done = results.length - undone.length;
  return (
    <>
      <div className="office-head">
        {/* The address is the one that asked: what came of it is heard where the page begins. */}
        {/* eslint-disable-next-line jsx-a11y/no-autofocus */}
        <h1 tabIndex={-1} autoFocus>
          {bulkOutcome(verb, noun, results)}
        </h1>
        <div className="row">
          {undone.length > 0 ? (
            <LinkButton variant="secondary" href={againPath({ path, back, act }, undone)}>
              {undone.length > 1 ? `Réessayer pour ${undone.length}` : "Réessayer"}
            </LinkButton>
          ) : null}
          <LinkButton variant="secondary" href={back}>
            Retour à la liste
          </LinkButton>
        </div>
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
