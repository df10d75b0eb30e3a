import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { actorOf } from "~/admin/audit/actor.server";
import { Breadcrumb } from "~/admin/records/components/record";
import { endNotice, saveNotice } from "~/admin/site/change-notices.server";
import { NoticeForm } from "~/admin/site/components/notice-form";
import { endNoticeInput, noticeInput } from "~/admin/site/forms";
import { noticePage } from "~/admin/site/site-pages.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { Button } from "~/ui/button";
import { ErrorSummary } from "~/ui/error-summary";
import { PostForm } from "~/ui/form";
import { summaryOf } from "~/ui/summary-of";
import { Banner } from "~/ui/toast";

const page = { access: "site.notices", params: z.object({ id: z.string() }) } as const;
const LIST = "/admin/bandeaux";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ fields }) => `Changer un bandeau\u00a0: ${fields.text}`,
  { isPrivate: true },
);

export const loader = pageLoader(page, ({ params }) => noticePage(params.id));

export const action = formAction({
  save: pageForm({
    ...page,
    input: noticeInput,
    async run(call) {
      const { params, input, now } = call;
      const { seen = "", ...notice } = input;
      await saveNotice(notice, { actor: actorOf(call), now, seen, id: params.id });
      return { to: LIST, toast: "Le bandeau est enregistré." };
    },
  }),
  end: pageForm({
    ...page,
    input: endNoticeInput,
    async run(call) {
      const { params, input, now } = call;
      const { seen = "" } = input;
      await endNotice(params.id, { actor: actorOf(call), now, seen });
      return { to: LIST, toast: "Le bandeau est retiré." };
    },
  }),
});

export default function Notice() {
  const { fields, stands, seen } = useLoaderData<typeof loader>();
  const state = useFormState(noticeInput);
  // The fields keep what was typed over another one: pressed again, the form is of this one.
  const isOther = state.values.seen !== undefined && state.values.seen !== seen;
  return (
    <>
      <div className="stack">
        <Breadcrumb href={LIST} list="Bandeaux" name="Changer un bandeau" />
        <h1>Changer un bandeau</h1>
      </div>
      <ErrorSummary issues={summaryOf(state.errors)} />
      {isOther ? <Banner>{`Le bandeau est maintenant\u00a0: ${stands}`}</Banner> : null}
      <NoticeForm state={state} fields={fields} seen={seen} submitLabel="Enregistrer" />
      <PostForm>
        <input type="hidden" name="seen" value={seen} />
        <Button variant="quiet-danger" icon="corbeille" name="intent" value="end">
          Retirer ce bandeau
        </Button>
      </PostForm>
    </>
  );
}
