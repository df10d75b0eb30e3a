import { Button } from "./button";
import { HiddenFields } from "./hidden-fields";
import { TextField } from "./inputs";

interface SearchBoxProps {
  action: string;
  /** 'Nom ou adresse e-mail', 'Titre du lieu'. */
  label: string;
  value?: string;
  /** Other parameters of the query string, sent along. */
  otherParams?: Readonly<Record<string, string>>;
}

/** One field, `q` of the query string, that filters a list by GET. */
export function SearchBox({ action, label, value, otherParams = {} }: SearchBoxProps) {
  return (
    <form role="search" aria-label={label} action={action} method="get">
      <HiddenFields of={otherParams} />
      <div className="flex max-w-formulaire items-end gap-3">
        <div className="flex-1">
          <TextField label={label} name="q" type="search" defaultValue={value} required={false} />
        </div>
        <Button variant="secondary" icon="recherche" iconOnly>
          Rechercher
        </Button>
      </div>
    </form>
  );
}
