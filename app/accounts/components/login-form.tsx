import type { FormState } from "~/platform/web/form-state";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { TextField } from "~/ui/inputs";

/** Logs in, then goes to `target`, a path of this site. */
export function LoginForm({ field, target }: Pick<FormState, "field"> & { target: string }) {
  return (
    <Form action={target === "/" ? "/connexion" : `/connexion?vers=${encodeURIComponent(target)}`}>
      <TextField
        {...field("email")}
        label="Adresse e-mail"
        type="email"
        placeholder="Adresse e-mail"
        autoComplete="email"
      />
      <div>
        <TextField
          {...field("password")}
          label="Mot de passe"
          type="password"
          placeholder="Mot de passe"
          autoComplete="current-password"
        />
        <a className="line-link" href="/reinitialiser-mot-de-passe">
          Mot de passe oublié&nbsp;?
        </a>
      </div>
      <Button wide>Connexion</Button>
    </Form>
  );
}
