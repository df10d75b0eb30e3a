import { useLoaderData } from "@remix-run/react";
import { PrivacyTable } from "~/admin/privacy/components/privacy-table";
import { useMay } from "~/admin/use-may";
import { LinkButton } from "~/ui/button";
import { ListFrame } from "~/admin/lists/components/list-frame";
import { privacyList } from "~/admin/privacy/list-requests.server";
import { listMeta } from "~/admin/lists/list-meta";

export const meta = listMeta;

export const loader = privacyList.page;

export default function PrivacyRequests() {
  const list = useLoaderData<typeof loader>();
  return (
    <>
      <ListFrame {...list}>
        <PrivacyTable requests={list.page.rows} />
      </ListFrame>
      {useMay()("privacy.treat") ? (
        <p>
          <LinkButton icon="plus" href="/admin/droits/nouvelle">
            Enregistrer une demande
          </LinkButton>
        </p>
      ) : null}
    </>
  );
}
