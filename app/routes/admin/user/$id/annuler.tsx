import { useLoaderData } from "@remix-run/react";
import { Decision } from "~/admin/records/components/decision";
import { actPage } from "~/admin/users/act-page.server";
import { decisionOf } from "~/admin/users/decision.server";
import { cancelComingOf } from "~/admin/users/cancel-coming.server";
import { cancelledToast, ComingList } from "~/admin/users/components/departure";
import { cancelComingInput } from "~/admin/users/forms";
import { counted } from "~/platform/numbers";
import { ofName } from "~/platform/of-name";
import { idParam } from "~/platform/web/fields";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

const question = ({ name }: { name: string }) =>
  `Annuler les réservations à venir ${ofName(name)}\u00a0?`;

export const meta = pageMeta(question, { isPrivate: true });

export const loader = pageLoader({ access: "reservations.cancel", params: idParam }, (page) =>
  actPage("annuler", page),
);

export const action = formAction(
  pageForm({
    access: "reservations.cancel",
    params: idParam,
    input: cancelComingInput,
    async run(call) {
      const outcome = await cancelComingOf({
        ...decisionOf(call),
        seen: call.input.seen ?? "",
      });
      return { to: `/admin/user/${call.params.id}`, toast: cancelledToast(outcome) };
    },
  }),
);

export default function CancelComing() {
  const departure = useLoaderData<typeof loader>();
  const { id, name, coming, givenBack } = departure;
  return (
    <Decision
      question={question({ name })}
      consequences={[
        counted(coming.length, "réservation est annulée.", "réservations sont annulées."),
        givenBack,
        "Chaque acheteur et chaque propriétaire est prévenu par e-mail.",
      ]}
      state={useFormState(cancelComingInput)}
      asks={["why", "password"]}
      whyHint="Il est gardé au journal. Les acheteurs et les propriétaires ne le lisent pas."
      confirmLabel="Tout annuler"
      backHref={`/admin/user/${id}`}
    >
      <input type="hidden" name="seen" value={departure.seen} />
      {coming.length > 0 ? <ComingList departure={departure} /> : null}
    </Decision>
  );
}
