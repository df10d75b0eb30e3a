import type { FormState } from "~/platform/web/form-state";
import { onTheWayTo } from "~/platform/web/safe-path";
import { Button } from "~/ui/button";
import { Form } from "~/ui/form";
import { TextField } from "~/ui/inputs";
import { FormMessage } from "./form-message";

/** Logs in, then goes to `target`, a path of this site. */
export function LoginForm({
  errors,
  field,
  target,
}: Pick<FormState, "errors" | "field"> & { target: string }) {
  return (
    <Form action={onTheWayTo(target, "/connexion")}>
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
      <FormMessage message={Object.values(errors)[0]} />
      <Button wide>Connexion</Button>
    </Form>
  );
}
