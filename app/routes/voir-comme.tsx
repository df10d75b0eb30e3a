import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { endView } from "~/admin/users/view-as.server";
import { targetParam } from "~/platform/web/fields";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { safePath } from "~/platform/web/safe-path";
import { Button, LinkButton } from "~/ui/button";
import { PostForm } from "~/ui/form";
import { Main } from "~/ui/main";

/** Where a view is ended: by the banner's button, and on the way to the office, whose pages it closes. */
export const meta = pageMeta("Lecture seule", { isPrivate: true });

export const loader = pageLoader(
  { access: "user", params: targetParam },
  async ({ session, params }) => {
    const to = safePath(params.vers, "/admin");
    const view = await session.view();
    if (!view) throw redirect(to, 303);
    return { name: `${view.person.name} ${view.person.lastname}` };
  },
);

export const action = formAction(
  pageForm({
    access: "public",
    params: targetParam,
    underView: true,
    failTo: "/voir-comme",
    async run(call) {
      const personId = await endView(call);
      const record = personId ? `/admin/user/${personId}` : "/admin";
      return {
        to: safePath(call.params.vers, record),
        toast: "Vous voyez de nouveau le site avec votre compte.",
      };
    },
  }),
);

export default function ViewOnly() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <Main>
      <div className="frame stack">
        <h1>Quittez d’abord la vue</h1>
        <p className="lead">{`L’administration s’ouvre ensuite\u00a0: vous voyez le site comme ${name}, qui n’y a pas accès.`}</p>
        <PostForm className="row ends-view">
          <Button>Quitter et continuer</Button>
          <LinkButton variant="secondary" href="/profil">
            Rester en lecture seule
          </LinkButton>
        </PostForm>
      </div>
    </Main>
  );
}
