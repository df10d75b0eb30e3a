import { Button } from "./button";
import { NumberField, TextField } from "./inputs";

interface SearchBarProps {
  action: string;
  /** Earliest and latest day, YYYY-MM-DD. */
  min: string;
  max: string;
}

/** Where, when, for how many: the search in short, a plain GET form with the fields of the listing's. */
export function SearchBar({ action, min, max }: SearchBarProps) {
  const date = { type: "date", min, max, required: false };
  return (
    <form
      className="card search-bar"
      action={action}
      method="get"
      role="search"
      aria-label="Chercher un lieu"
      noValidate
    >
      <TextField
        label="Où"
        name="city"
        placeholder="Ville ou code postal"
        autoComplete="off"
        required={false}
      />
      <fieldset>
        <legend className="sr-only">Quand</legend>
        <TextField {...date} label="Arrivée" name="start" />
        <TextField {...date} label="Départ" name="end" />
      </fieldset>
      <NumberField
        label="Combien"
        labelRest=" de personnes"
        name="people"
        unit="pers."
        required={false}
      />
      <Button icon="recherche">Rechercher</Button>
    </form>
  );
}
