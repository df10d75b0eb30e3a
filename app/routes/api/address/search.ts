import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import {
  addressShape,
  QUERY_LENGTH,
  suggestAddresses,
} from "~/platform/address/suggest-addresses.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { oneLine } from "~/platform/web/fields";
import { input } from "~/platform/web/input";

const searchInput = input({
  q: z
    .string({ required_error: "Saisissez une adresse, une ville ou un code postal." })
    .trim()
    .min(QUERY_LENGTH.least, `Saisissez au moins ${QUERY_LENGTH.least} caractères.`)
    .max(QUERY_LENGTH.most, `Saisissez ${QUERY_LENGTH.most} caractères au plus.`)
    .transform((text) => oneLine(text) ?? ""),
});

/** Addresses that fit what someone types, best first. */
const handler = apiAction({
  GET: apiCall({
    summary: "Suggest addresses for what someone types",
    access: "public",
    limit: "api",
    input: searchInput,
    output: z.object({ addresses: z.array(addressShape) }),
    run: async ({ input: { q } }) => ({ addresses: await suggestAddresses(q) }),
  }),
});

/** People type, take back and type again: their browser keeps an answer for a minute. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const response = await handler(args);
  response.headers.set("Cache-Control", response.ok ? "private, max-age=60" : "no-store");
  return response;
}

export { handler as action };
