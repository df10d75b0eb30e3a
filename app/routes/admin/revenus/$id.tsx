import { useLoaderData } from "@remix-run/react";
import { actorOf } from "~/admin/audit/actor.server";
import { recordAccess } from "~/admin/audit/record-access.server";
import { AccessNotice, Breadcrumb } from "~/admin/records/components/record";
import { DeclarationSheet } from "~/declarations/components/declaration-sheet";
import { yearQuery } from "~/declarations/forms";
import { ownDeclaration } from "~/declarations/own-declarations.server";
import { askedYear } from "~/declarations/read-declarations.server";
import { ofName } from "~/platform/of-name";
import { idParam } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>(
  ({ owner, year }) => `Relevé de revenus ${year}, ${owner.legalName}`,
  { isPrivate: true },
);

export const loader = pageLoader(
  { access: "finance.read", params: idParam.extend({ annee: yearQuery }) },
  async (page) => {
    const { params, now } = page;
    const declaration = await ownDeclaration(params.id, askedYear(params.annee, now), now);
    await recordAccess(actorOf(page), "user", params.id, now);
    return declaration;
  },
);

export default function OwnersDeclaration() {
  const declaration = useLoaderData<typeof loader>();
  const { owner, year } = declaration;
  return (
    <>
      <Breadcrumb href={`/admin/revenus?annee=${year}`} list="Revenus déclarés" name={year} />
      <h1>{`Relevé de revenus ${year}`}</h1>
      <AccessNotice text={`relevé de revenus ${ofName(owner.legalName)}`} />
      <DeclarationSheet declaration={declaration} />
    </>
  );
}
