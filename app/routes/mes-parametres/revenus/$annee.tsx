import { useLoaderData } from "@remix-run/react";
import { DeclarationSheet } from "~/declarations/components/declaration-sheet";
import { Obligations } from "~/declarations/components/obligations";
import { yearPath } from "~/declarations/forms";
import { ownDeclaration } from "~/declarations/own-declarations.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { BackLink } from "~/ui/back-link";
import { Main } from "~/ui/main";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ year }) => `Relevé de revenus ${year}`,
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "member", params: yearPath, underView: false },
  async ({ viewer, params: { annee }, now }) => await ownDeclaration(viewer.id, annee, now),
);

export default function Statement() {
  const declaration = useLoaderData<typeof loader>();
  return (
    <Main className="frame pb-16 pt-6 print:p-0">
      <BackLink href="/mes-parametres/revenus" label="Déclaration des revenus" />
      <div className="stack stack-wide">
        <h1>{`Relevé de revenus ${declaration.year}`}</h1>
        <DeclarationSheet declaration={declaration} />
        {declaration.owner.isAuthority ? null : <Obligations />}
      </div>
    </Main>
  );
}
