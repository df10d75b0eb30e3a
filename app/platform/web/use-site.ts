import { useRouteLoaderData } from "@remix-run/react";

/** What the root loader tells every page about the site. */
export interface Site {
  brand: string;
  appUrl: string;
  /** The maps provider, when there is one: its public key, and whether this visitor accepts it. */
  maps: { key: string; accepted: boolean } | null;
  /** Whose page it is; null for who is not logged in. */
  viewerId: string | null;
}

/** The site, in a component of a page. */
export function useSite(): Site {
  const site = useRouteLoaderData<Site>("root");
  if (!site) throw new Error("useSite outside of a page");
  return site;
}
