/** A file to keep, for whoever is logged in alone: no browser and no proxy keeps another copy. */
export function privateFile(
  { name, content }: { name: string; content: string | Uint8Array<ArrayBuffer> | ReadableStream },
  type: string,
): Response {
  return new Response(content, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
