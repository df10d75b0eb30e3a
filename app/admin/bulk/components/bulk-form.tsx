import type { ReactNode } from "react";
import { useMay } from "~/admin/use-may";
import { useListQuery } from "~/admin/lists/components/list-frame";
import type { Permission } from "~/platform/permissions";
import { Button, LinkButton } from "~/ui/button";
import { AllOrNone } from "~/ui/choices";
import type { Column } from "~/ui/data-table";
import { SelectField, type Option } from "~/ui/inputs";

/** What may be done of the chosen rows, to choose from. */
export function optionsOf(labels: Readonly<Record<string, string>>): Option[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }));
}

interface BulkFormProps {
  /** The list's own address; what is chosen leads to `{path}/lot`. */
  path: string;
  needs: Permission;
  acts: readonly Option[];
  /** The table, with the box of each row (`useChoice`). */
  children: ReactNode;
}

/** Boxes beside the rows of a list, and what to do of those that are ticked; for who may. */
export function BulkForm({ path, needs, acts, children }: BulkFormProps) {
  const may = useMay();
  const query = useListQuery();
  if (!may(needs)) return children;
  return (
    <form className="bulk-form" method="get" action={`${path}/lot`}>
      <fieldset className="bulk">
        <legend className="sr-only">Agir sur plusieurs lignes</legend>
        {query ? <input type="hidden" name="retour" value={query} /> : null}
        <AllOrNone />
        {/* What the style counts below is announced by none: a script says it here. */}
        <p className="sr-only" role="status" />
        {children}
        <p className="bulk-reminder">
          <span className="bulk-count" />
          <LinkButton variant="secondary" compact href="#lot">
            Choisir un acte
          </LinkButton>
        </p>
        <div className="bulk-bar" id="lot">
          <p className="bulk-count" />
          <SelectField label="Acte" name="acte" options={acts} />
          <Button variant="secondary">Continuer</Button>
        </div>
      </fieldset>
    </form>
  );
}

/** The column of the boxes, and their cells. */
export interface Choice {
  column: Column[];
  /** @param name what tells the row from all others: its box is heard apart from it */
  cell: (id: string, name: string) => ReactNode[];
}

/** None for who may not choose. */
export function useChoice(needs: Permission): Choice {
  const may = useMay();
  if (!may(needs)) return { column: [], cell: () => [] };
  return {
    column: [{ label: "Choisir", actions: true }],
    cell: (id, name) => [
      <label className="choice bulk-choice">
        <input type="checkbox" name="id" value={id} />
        <span className="sr-only">{`Choisir ${name}`}</span>
      </label>,
    ],
  };
}
