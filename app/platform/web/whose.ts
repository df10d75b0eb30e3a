import { Refusal } from "../refusal";
import type { Viewer } from "../viewer.server";

/** The field of a form about oneself that says whose page it stood on. */
export const WHOSE = "whose";

/**
 * Refuses a form that another account's page showed: who logged in with a second one in another window would give it what
 * they typed of the first. A form that says nothing is from before it was asked.
 *
 * @throws Refusal("another_account")
 */
export function requireOwnForm(form: FormData, viewer: Pick<Viewer, "id"> | null): void {
  const whose = form.get(WHOSE);
  if (whose !== null && whose !== viewer?.id)
    throw new Refusal("another_account", { field: WHOSE });
}
