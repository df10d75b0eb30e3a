/** A file to keep, for whoever is logged in alone: no browser and no proxy keeps another copy. */
export function privateFile(
  { name, text }: { name: string; text: string },
  type: string,
): Response {
  return new Response(text, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "private, no-store",
    },
  });
}
