import { Button } from "~/ui/button";

/** The way out of who is logged in and may not go on yet. */
export function LogOutForm() {
  return (
    <form action="/deconnexion" method="post">
      <Button variant="secondary" icon="sortie">
        Déconnexion
      </Button>
    </form>
  );
}
