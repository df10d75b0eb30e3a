import type { LoaderFunctionArgs } from "@remix-run/node";
import { readImage } from "~/platform/images/images.server";

const FILE_SHAPE = /^([1-9]\d{0,3})\.webp$/;

/** A picture: `/images/{id}/{width}.webp`. Its bytes never change, so whoever has it keeps it. */
export async function loader({
  params,
  request,
}: Pick<LoaderFunctionArgs, "params" | "request">): Promise<Response> {
  const width = FILE_SHAPE.exec(params.file ?? "")?.[1];
  const picture = width === undefined ? null : await readImage(params.id ?? "", Number(width));
  if (!picture)
    return new Response(null, { status: 404, headers: { "Cache-Control": "no-store" } });

  const headers = {
    "Cache-Control": "public, max-age=31536000, immutable",
    ETag: picture.etag,
  };
  if (isFresh(request.headers.get("If-None-Match"), picture.etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      ...headers,
      "Content-Type": "image/webp",
      "Content-Length": String(picture.bytes.length),
    },
  });
}

/** Whether the visitor's `If-None-Match` names the etag; proxies may have weakened it. */
function isFresh(condition: string | null, etag: string): boolean {
  if (condition === null) return false;
  if (condition.trim() === "*") return true;
  return condition.split(",").some((candidate) => candidate.trim().replace(/^W\//, "") === etag);
}
