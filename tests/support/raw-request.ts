import { once } from "node:events";
import { connect } from "node:net";

export interface RawAnswer {
  status: number;
  /** Lower-case names; of a repeated one the last. */
  headers: Record<string, string>;
  body: string;
}

/**
 * Sends a request's head byte by byte as it is given, which no client would, and reads the answer until
 * the server ends it.
 *
 * @param head the request line and perhaps headers, without `Host` and `Connection`
 * @throws Error when the connection ends without an answer
 */
export async function rawRequest(origin: string, head: string): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  socket.setTimeout(30_000, () => socket.destroy(new Error(`${head}: no answer`)));
  const closed = once(socket, "close");
  socket.write(`${head}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  await closed;
  const [top = "", ...rest] = text.split("\r\n\r\n");
  const [line = "", ...headers] = top.split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line)?.[1] ?? Number.NaN);
  if (Number.isNaN(status)) throw new Error(`${head}: cut off without an answer`);
  return {
    status,
    headers: Object.fromEntries(
      headers.map((header) => {
        const [name = "", value = ""] = header.split(/:\s*(.*)/s);
        return [name.toLowerCase(), value];
      }),
    ),
    body: rest.join("\r\n\r\n"),
  };
}
