import type { Member } from "./members";
import type { Handler } from "./visitor";

/** How a form, or a page, was answered: '303 /mes-demandes'. */
export async function answered(
  { visitor }: Member,
  handler: Handler,
  params: Record<string, string>,
  form?: Record<string, string>,
): Promise<string> {
  const answer = await visitor.visit(handler, "/", { params, form }).catch((refused: unknown) => {
    if (refused instanceof Response) return refused;
    throw refused;
  });
  return `${answer.status} ${answer.headers.get("location") ?? ""}`;
}
