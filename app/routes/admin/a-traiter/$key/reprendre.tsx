import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { CHARGES, queuePath } from "~/admin/cases/case-file";
import { takeOverInput } from "~/admin/cases/forms";
import { colleaguesCase, takeCaseOver } from "~/admin/cases/take-charge.server";
import { choiceFilter } from "~/admin/lists/filters";
import { Decision } from "~/admin/records/components/decision";
import { CASE_KINDS } from "~/admin/words/case-kinds";
import { pageNumber, shortText } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ found }) => `Reprendre un dossier\u00a0: ${found.title}`,
  { isPrivate: true },
);

/** The case, and the page of the queue that one comes from. */
const params = z.object({
  key: shortText,
  nature: choiceFilter(CASE_KINDS),
  charge: choiceFilter(CHARGES),
  page: pageNumber,
});

export const loader = pageLoader(
  { access: "cases.take", params },
  async ({ viewer, params: { key, ...filters }, now }) => {
    const back = queuePath(filters, filters.page);
    const found = await colleaguesCase(viewer, key, now);
    // Given back, or one's own by now: the queue says so.
    if (!found) throw redirect(back, 303);
    return { found, back };
  },
);

export const action = formAction(
  pageForm({
    access: "cases.take",
    params,
    input: takeOverInput,
    async run(call) {
      const { key, ...filters } = call.params;
      await takeCaseOver({ actor: actorOf(call), key, from: call.input.from, now: call.now });
      return { to: queuePath(filters, filters.page), toast: "Le dossier est à vous." };
    },
  }),
);

export default function TakeOver() {
  const { found, back } = useLoaderData<typeof loader>();
  const { title, charge } = found;
  return (
    <Decision
      question={`Reprendre ce dossier à ${charge.name}\u00a0?`}
      subjects={[title]}
      consequences={[
        `${charge.name} s’en occupe depuis le ${charge.since}.`,
        `Demandez d’abord\u00a0: aucun e-mail n’est envoyé à ${charge.name}.`,
        "Le journal note qui l’avait, et que vous l’avez repris.",
      ]}
      state={useFormState(takeOverInput)}
      asks={[]}
      confirmLabel="Reprendre le dossier"
      backHref={back}
      soft
    >
      <input type="hidden" name="from" value={charge.adminId} />
    </Decision>
  );
}
