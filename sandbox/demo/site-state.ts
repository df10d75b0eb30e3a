import { SITE_STATE, type Setting } from "@models/setting";
import { addDays, parisMidnight, todayInParis } from "~/platform/days";
import type { SiteState } from "~/platform/site-state";

/** A banner for owners, as the office would have put it up this morning. */
export function makeSiteState(now: Date): Setting {
  const today = todayInParis(now);
  const state: SiteState = {
    notices: [
      {
        id: "demo-revenus",
        kind: "information",
        audience: "owners",
        text: "Vos informations fiscales sont-elles à jour\u00a0? Elles servent à déclarer vos revenus.",
        link: "/mes-parametres/revenus",
        from: parisMidnight(today),
        until: parisMidnight(addDays(today, 60)),
      },
    ],
    maintenance: null,
  };
  return { _id: SITE_STATE, value: JSON.stringify(state), updatedAt: now };
}
