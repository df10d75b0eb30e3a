import type { FormState } from "~/platform/web/form-state";
import { Button } from "~/ui/button";
import { Copyable } from "~/ui/copyable";
import { RadioGroup } from "~/ui/choices";
import { DataTable } from "~/ui/data-table";
import { Form } from "~/ui/form";
import { SelectField, TextField } from "~/ui/inputs";
import type { OwnToken } from "../own-tokens.server";
import type { TokenLife } from "../token-forms";

const PATH = "/mes-parametres/jetons";

const SCOPES = { read: "Lecture", write: "Lecture et écriture" } as const;

const LIVES: Record<TokenLife, string> = {
  "30": "30\u00a0jours",
  "90": "90\u00a0jours",
  "365": "Un an",
  none: "Jusqu’à sa révocation",
};

/** The one time that a token is shown. */
export function NewToken({ token }: { token: string }) {
  return (
    <div className="card panel">
      <h2>Votre nouveau jeton</h2>
      <p role="status">Copiez-le maintenant&nbsp;: il ne sera plus affiché.</p>
      <Copyable text={token} what="le jeton" done="Jeton copié.">
        <p>
          <code className="select-all break-all">{token}</code>
        </p>
      </Copyable>
    </div>
  );
}

/** An account's tokens, each with the button that revokes it. */
export function TokenTable({ tokens }: { tokens: readonly OwnToken[] }) {
  if (tokens.length === 0) return <p>Vous n’avez aucun jeton.</p>;
  return (
    <DataTable
      caption="Jetons d’API"
      columns={[
        { label: "Nom" },
        { label: "Droits" },
        { label: "Dernière utilisation", numeric: true },
        { label: "Expiration", numeric: true },
        { label: "Actions", actions: true },
      ]}
      rows={tokens.map(({ id, name, scope, lastUsedAt, expiresAt }) => ({
        id,
        cells: [
          <span className="[overflow-wrap:anywhere]" key="name">
            {name}
          </span>,
          SCOPES[scope],
          lastUsedAt ?? "Jamais",
          expiresAt ?? "Aucune",
          <Form action={PATH} key="revoke">
            <input type="hidden" name="id" value={id} />
            <Button variant="secondary" compact name="intent" value="revoke">
              Révoquer<span className="sr-only">{` le jeton ${name}`}</span>
            </Button>
          </Form>,
        ],
      }))}
    />
  );
}

/** What a new token is to be called and to allow; the password is asked for again. */
export function TokenForm({ field, values }: Pick<FormState, "field" | "values">) {
  return (
    <Form action={PATH} className="card panel max-w-formulaire">
      <h2>Créer un jeton</h2>
      <TextField
        {...field("name")}
        label="Nom"
        hint="Pour le reconnaître&nbsp;: le programme qui s’en sert."
        autoComplete="off"
      />
      <RadioGroup
        label="Droits"
        name="scope"
        error={field("scope").error}
        value={typeof values.scope === "string" ? values.scope : "read"}
        options={Object.entries(SCOPES).map(([value, label]) => ({ value, label }))}
      />
      <SelectField
        {...field("life", "90")}
        label="Durée"
        options={Object.entries(LIVES).map(([value, label]) => ({ value, label }))}
      />
      <TextField
        {...field("currentPassword")}
        label="Mot de passe"
        hint="Pour confirmer que c’est bien vous."
        type="password"
        autoComplete="current-password"
      />
      <Button name="intent" value="create">
        Créer le jeton
      </Button>
    </Form>
  );
}
