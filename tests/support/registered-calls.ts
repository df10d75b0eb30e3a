import routeConfig from "~/routes";
import type { ApiCalls } from "~/platform/web/api-call.server";

/** One method of one /api path. */
export interface RegisteredCall {
  method: string;
  /** Ready to be asked: parts of it that name something hold an id of nothing. */
  path: string;
}

interface ApiModule {
  action?: { calls?: ApiCalls };
}

const modules = import.meta.glob<ApiModule>("../../app/routes/api/**/*.ts");

/** Every call whose body is read, from the routes themselves. */
export async function callsWithBody(): Promise<RegisteredCall[]> {
  const found = await Promise.all(
    routeConfig
      .filter(({ path }) => path?.startsWith("api/"))
      .map(async ({ path = "", file }) => {
        const module = await modules[`../../app/${file}`]?.();
        return Object.keys(module?.action?.calls ?? {})
          .filter((method) => method !== "GET")
          .map((method) => ({ method, path: `/${path.replaceAll(/:\w+/g, "0".repeat(24))}` }));
      }),
  );
  return found.flat();
}
