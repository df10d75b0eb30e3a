import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { crawl } from "../support/crawl";

/** What a crawl asks of a site whose pages have these links. */
async function crawled(linksOf: (path: string) => string[]): Promise<string[]> {
  const server = createServer(({ url = "/" }, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      linksOf(url)
        .map((path) => `<a href="${path}">`)
        .join(""),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const paths: string[] = [];
  try {
    const { port } = server.address() as AddressInfo;
    for await (const { path } of crawl(`http://127.0.0.1:${port}`, "")) paths.push(path);
    return paths;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it("goes on past many links that are alike, of which it asks for the first few alone", async () => {
  const alike = Array.from({ length: 2_500 }, (_, at) => `/salle/${at}`);
  const paths = await crawled((path) => (path === "/" ? [...alike, "/fin"] : []));
  expect(paths).toEqual(["/", "/salle/0", "/salle/1", "/salle/2", "/fin"]);
});

it("says of a list without an end that it has none, instead of stopping as if it had seen all", async () => {
  const endless = (path: string) => [`${path === "/" ? "/x" : path}x`];
  await expect(crawled(endless)).rejects.toThrow("2000 pages");
});
