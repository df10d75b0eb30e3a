import Stripe from "stripe";

/**
 * What the product has Stripe do: path, what it sends, and under which key. To be imported before the product makes its
 * client.
 */

let heard: string[] = [];

const make = Stripe.createNodeHttpClient.bind(Stripe);
Stripe.createNodeHttpClient = (...given) => {
  const client = make(...given);
  const send = client.makeRequest.bind(client);
  client.makeRequest = (host, port, path, method, headers, body, ...rest) => {
    // How often Stripe is looked at depends on the moment; what it is told to do does not.
    if (method !== "GET") {
      const [, key] = Object.entries(headers).find(([name]) => /^idempotency-key$/i.test(name))!;
      heard.push(decodeURIComponent(`${method} ${path} ${body} key ${String(key)}`));
    }
    return send(host, port, path, method, headers, body, ...rest);
  };
  return client;
};

/** What was asked since this was called last, in order. */
export function askedOfStripe(): string[] {
  const asked = heard;
  heard = [];
  return asked;
}
