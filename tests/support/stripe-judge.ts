import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { STRIPE_MOCK } from "../../scripts/test/stripe-mock.mjs";

/** One request as it was made, and what Stripe's own judge says of it: null when nothing is wrong. */
export interface Judged {
  /** 'POST /v1/refunds/:id' */
  kind: string;
  body: string;
  problem: string | null;
}

export interface StripeJudge {
  /** Stands where the sandbox stands, and shows every request to the judge before passing it on. */
  url: string;
  judged: Judged[];
  /** What the judge says of one request. */
  judge(request: Asked): Promise<string | null>;
  close(): Promise<void>;
}

interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

const PASSED_ON = ["authorization", "content-type", "idempotency-key", "stripe-version"];

/** Any key opens the judge that is one word after its prefix. */
const JUDGES_KEY = "sk_test_judge";

/** Starts stripe-mock on a free port. */
async function startMock() {
  if (!existsSync(STRIPE_MOCK)) {
    throw new Error("stripe-mock is not installed: `npm test -- stripe-mock` does it where Go is");
  }
  // It would listen for HTTPS on every interface if it were not told otherwise.
  const mock = spawn(STRIPE_MOCK, ["-http-addr", "127.0.0.1:", "-https-addr", "127.0.0.1:"]);
  let output = "";
  const address = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = /HTTP at address: (\S+)\s/.exec(output)?.[1];
      if (found) resolve(found);
    };
    // It dies when nobody reads what it says.
    mock.stdout.on("data", read);
    mock.stderr.on("data", read);
    mock.once("error", reject);
    mock.once("exit", (code) => reject(new Error(`stripe-mock ended (${code}): ${output}`)));
  });
  return { mock, url: `http://${address}` };
}

async function send(origin: string, { method, path, headers, body }: Asked): Promise<Response> {
  return await fetch(`${origin}${path}`, {
    method,
    headers,
    ...(method === "GET" ? {} : { body }),
  });
}

/** The pattern of a request's path: ids have a prefix, words have none before their `_`. */
function kindOf({ method, path }: Asked): string {
  const [route = ""] = path.split("?");
  return `${method} ${route.replace(/\/(?:[a-z]+_)+(?=[A-Za-z0-9]*[A-Z0-9])[A-Za-z0-9]+/g, "/:id")}`;
}

/**
 * Stripe's own judge of requests beside a sandbox that answers them: `stripe-mock` validates what is asked
 * against Stripe's API document, and keeps no state.
 *
 * @param newer parameters that the judge's document does not know yet, by kind; it does not see them
 */
export async function startJudge(
  sandboxUrl: string,
  newer: Readonly<Record<string, RegExp>>,
): Promise<StripeJudge> {
  const { mock, url } = await startMock();
  const judged: Judged[] = [];
  const judge = async (request: Asked): Promise<string | null> => {
    const headers = { ...request.headers, authorization: `Bearer ${JUDGES_KEY}` };
    const response = await send(url, { ...request, headers });
    const answer = await response.text();
    return response.ok ? null : `${response.status} ${answer}`;
  };
  const known = (request: Asked): Asked => {
    const unknown = newer[kindOf(request)];
    if (!unknown) return request;
    const fields = new URLSearchParams(request.body);
    for (const name of [...fields.keys()]) if (unknown.test(name)) fields.delete(name);
    return { ...request, body: fields.toString() };
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = Object.fromEntries(
      PASSED_ON.flatMap((name) => {
        const value = request.headers[name];
        return typeof value === "string" ? [[name, value]] : [];
      }),
    );
    const { method = "", url: path = "" } = request;
    const asked = { method, path, headers, body: await text(request) };
    judged.push({ kind: kindOf(asked), body: asked.body, problem: await judge(known(asked)) });
    const answer = await send(sandboxUrl, asked);
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const mirror = createServer((request, response) => {
    respond(request, response).catch((error: unknown) => {
      judged.push({ kind: "not judged", body: "", problem: String(error) });
      response.destroy();
    });
  });
  mirror.listen(0, "127.0.0.1");
  await once(mirror, "listening");
  const { port } = mirror.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    judged,
    judge,
    close: async () => {
      mirror.closeAllConnections();
      mirror.close();
      const ended = once(mock, "exit");
      mock.kill();
      await ended;
    },
  };
}
