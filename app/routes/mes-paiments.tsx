import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { MemberLayout } from "~/accounts/components/member-layout";
import { EarnedTable, MadeTable } from "~/bookings/components/payment-tables";
import { myPayments } from "~/bookings/lists/list-my-payments.server";
import { Obligations } from "~/declarations/components/obligations";
import { pageNumber } from "~/platform/web/fields";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Pagination } from "~/ui/pagination";

export const meta = pageMeta<Awaited<ReturnType<typeof loader>>>("Mes paiements", {
  pageNumber: ({ made, earned }) => Math.max(made.page, earned.page),
  isPrivate: true,
});

/** Each list has its own page in the query string: `paiements` and `revenus`. */
export const loader = pageLoader(
  { access: "member", params: z.object({ paiements: pageNumber, revenus: pageNumber }) },
  async ({ viewer: { id, accountId, isAuthority }, params }) => ({
    ...(await myPayments(id, { made: params.paiements, earned: params.revenus })),
    isOwner: accountId !== undefined,
    isAuthority,
  }),
);

export default function MyPayments() {
  const { made, earned, isOwner, isAuthority } = useLoaderData<typeof loader>();
  const hrefOf = (pages: { paiements: number; revenus: number }, anchor: string) =>
    `/mes-paiments?paiements=${pages.paiements}&revenus=${pages.revenus}#${anchor}`;
  const shown = { paiements: made.page, revenus: earned.page };
  return (
    <MemberLayout>
      <h1>Mes paiements</h1>
      <section id="paiements" className="stack" aria-labelledby="titre-paiements">
        <h2 id="titre-paiements">Ce que vous avez payé</h2>
        {made.rows.length > 0 ? (
          <MadeTable payments={made.rows} />
        ) : (
          <EmptyState
            title="Aucun paiement pour le moment"
            heading={3}
            action={<LinkButton href="/reservation">Découvrir nos salles</LinkButton>}
          />
        )}
        <Pagination
          label="Pagination des paiements"
          current={made.page}
          total={made.pages}
          hrefOf={(page) => hrefOf({ ...shown, paiements: page }, "paiements")}
        />
      </section>
      {isOwner || earned.rows.length > 0 ? (
        <section id="revenus" className="stack" aria-labelledby="titre-revenus">
          <h2 id="titre-revenus">Ce que vous avez reçu</h2>
          <p className="hint">Votre part, la commission et les remboursements déduits.</p>
          {earned.rows.length > 0 ? (
            <>
              <EarnedTable earnings={earned.rows} />
              {isAuthority ? null : <Obligations />}
            </>
          ) : (
            <p>Vos premières réservations payées apparaîtront ici.</p>
          )}
          <Pagination
            label="Pagination des revenus"
            current={earned.page}
            total={earned.pages}
            hrefOf={(page) => hrefOf({ ...shown, revenus: page }, "revenus")}
          />
        </section>
      ) : null}
    </MemberLayout>
  );
}
