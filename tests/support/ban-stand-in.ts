import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface BanStandIn {
  /** For BAN_URL. */
  url: string;
  /** The query strings it was asked, in order. */
  asked: URLSearchParams[];
  /** Answers in place of the addresses, until it is set to null again. */
  misbehave: ((request: IncomingMessage, response: ServerResponse) => void) | null;
  stop: () => Promise<void>;
}

interface Known {
  number: string;
  road: string;
  postcode: string;
  city: string;
  at: [lng: number, lat: number];
}

const ADDRESSES: Known[] = [
  {
    number: "12",
    road: "Rue des Tilleuls",
    postcode: "69003",
    city: "Lyon",
    at: [4.8512, 45.7563],
  },
  {
    number: "12",
    road: "Rue des Tilleuls",
    postcode: "67000",
    city: "Strasbourg",
    at: [7.7659, 48.5977],
  },
  // Outside of the part of France that the search covers.
  {
    number: "12",
    road: "Rue des Tilleuls",
    postcode: "97400",
    city: "Saint-Denis",
    at: [55.4504, -20.8789],
  },
];

/**
 * Stands in for the national address base on a free loopback port, with its paths and shapes: knows
 * '12 Rue des Tilleuls' in three towns.
 */
export async function startBanStandIn(): Promise<BanStandIn> {
  const asked: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    asked.push(searchParams);
    if (standIn.misbehave) return standIn.misbehave(request, response);
    if (pathname !== "/geocodage/search") return void response.writeHead(404).end();
    response.setHeader("content-type", "application/json; charset=utf-8");
    response.end(JSON.stringify(answerTo(searchParams)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const standIn: BanStandIn = {
    url: `http://127.0.0.1:${port}/geocodage/`,
    asked,
    misbehave: null,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;
}

function answerTo(query: URLSearchParams) {
  const words = (query.get("q") ?? "").toLowerCase().split(/\s+/);
  const features = ADDRESSES.filter((known) => {
    const text = `${known.number} ${known.road} ${known.postcode} ${known.city}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }).map(({ number, road, postcode, city, at }) => ({
    type: "Feature",
    geometry: { type: "Point", coordinates: at },
    properties: {
      label: `${number} ${road} ${postcode} ${city}`,
      score: 0.96,
      housenumber: number,
      id: `${postcode}_0001_000${number}`,
      name: `${number} ${road}`,
      postcode,
      citycode: postcode,
      city,
      context: "",
      type: "housenumber",
      importance: 0.6,
      street: road,
    },
  }));
  return {
    type: "FeatureCollection",
    features: features.slice(0, Number(query.get("limit"))),
    query: query.get("q"),
  };
}
