import type { ApiCalls } from "~/platform/web/api-call.server";
import { env } from "~/platform/env.server";
import {
  METHODS,
  openApiOf,
  type ApiDocument,
  type PlacedCall,
} from "~/platform/web/openapi.server";

interface ApiModule {
  action?: { calls?: ApiCalls };
  loader?: { calls?: ApiCalls };
}

/** Each path's module, beside this file: `$id` in a file is `:id` in its URL. */
const modules = import.meta.glob<ApiModule>(["./**/*.ts", "!./**/*.{server,test}.ts"]);

/** Every call of /api, path by path. A module without descriptions (Stripe's webhooks) has none. */
export async function everyCall(): Promise<PlacedCall[]> {
  const found = await Promise.all(
    Object.entries(modules).map(async ([file, load]) => {
      const { action, loader } = await load();
      const calls = loader?.calls ?? action?.calls;
      const path = `/api${file.slice(1, -".ts".length).replaceAll("$", ":")}`;
      return METHODS.flatMap((method): PlacedCall[] => {
        const call = calls?.[method];
        return call ? [{ path, method, call }] : [];
      });
    }),
  );
  return found.flat();
}

let document: Promise<ApiDocument> | undefined;

/** The document of all calls, made once. */
export function apiDocument(): Promise<ApiDocument> {
  return (document ??= everyCall().then((calls) =>
    openApiOf(calls, { brand: env.BRAND_NAME, url: env.APP_URL }),
  ));
}
