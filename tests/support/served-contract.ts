import addFormats from "ajv-formats";
import Ajv2020 from "ajv/dist/2020.js";
import type { Response } from "playwright/test";
import type { ApiDocument } from "~/platform/web/openapi.server";

let served: Promise<{ document: ApiDocument; ajv: Ajv2020 }> | undefined;

/** Asks the running product for its document, once. */
async function documentOf(appUrl: string) {
  const document = (await (
    await fetch(new URL("/api/openapi.json", appUrl))
  ).json()) as ApiDocument;
  const ajv = addFormats(new Ajv2020({ strict: false, multipleOfPrecision: 6 }));
  return { document, ajv: ajv.addSchema({ ...document, $id: "document" }) };
}

/** RFC 6901, as a fragment of a reference. */
const escaped = (name: string) =>
  encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));

/**
 * What is wrong with an answer that a browser had of /api, by the document that the product serves; null when
 * nothing is, and for what is no call.
 */
export async function contractProblem(response: Response): Promise<string | null> {
  const { pathname, origin } = new URL(response.url());
  if (!pathname.startsWith("/api/") || pathname === "/api/docs") return null;
  const { document, ajv } = await (served ??= documentOf(origin));
  const method = response.request().method().toLowerCase();
  const path = Object.keys(document.paths)
    .sort((a, b) => a.split("{").length - b.split("{").length)
    .find((one) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(pathname));
  const status = String(response.status());
  const type = response.headers()["content-type"]?.split(";")[0] ?? "";
  const known = path && document.paths[path]?.[method]?.responses[status]?.content[type];
  const what = `${status} ${type} of ${method} ${pathname}`;
  if (!known) return `${what} is in no document`;
  const at = ["paths", path, method, "responses", status, "content", type, "schema"];
  const validate = ajv.getSchema(`document#/${at.map(escaped).join("/")}`)!;
  // A page that is left meanwhile has no body any more, and nobody has read it.
  const body = await (response.json() as Promise<unknown>).catch(() => undefined);
  if (body === undefined || validate(body)) return null;
  return `${what} is not as described: ${ajv.errorsText(validate.errors)}`;
}
