import { useFormState } from "~/platform/web/form-state";
import { WhoseField } from "~/platform/web/shown-field";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { TextField } from "~/ui/inputs";
import type { FoundMaster } from "../find-master.server";
import type { LinkedTo } from "../liaison-pages.server";
import { masterCodeInput } from "../settings-forms";

const PATH = "/mes-parametres/liason-compte";

/** Asks for a master's code; once it is found, shows whose it is, and a second press links. */
export function MasterForm({ found }: { found: FoundMaster | null }) {
  const { field } = useFormState(masterCodeInput);
  if (found) {
    return (
      <Form action={PATH} className="card panel max-w-formulaire">
        <p role="status">
          Ce code est celui du compte Master <b>{found.name}</b>.
        </p>
        <WhoseField />
        <input type="hidden" name="code" value={found.code} />
        <div className="row">
          <Button name="intent" value="link">
            Lier mon compte
          </Button>
          <LinkButton variant="secondary" href={PATH}>
            Retour
          </LinkButton>
        </div>
      </Form>
    );
  }
  return (
    <Form action={PATH} className="card panel max-w-formulaire">
      <TextField
        {...field("code")}
        label="Code de liaison"
        hint="8 caractères, donnés par le compte Master."
        placeholder="Code de liaison..."
        autoComplete="off"
        autoCapitalize="characters"
      />
      <Button icon="recherche" name="intent" value="search">
        Rechercher
      </Button>
    </Form>
  );
}

/** The master of a linked account, and the way out. */
export function LinkedMaster({ id, name }: LinkedTo) {
  return (
    <Form action={PATH} className="card panel max-w-formulaire">
      <WhoseField />
      <input type="hidden" name="masterId" value={id} />
      <p>
        Votre compte est lié au compte Master <b>{name}</b>.
      </p>
      <p>
        <Button variant="quiet-danger" name="intent" value="leave">
          Quitter ce compte Master
        </Button>
      </p>
    </Form>
  );
}
