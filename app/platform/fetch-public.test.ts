import { createSocket } from "node:dgram";
import { lookup as lookUp } from "node:dns/promises";
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { fetchPublicBody, publicLookup } from "./fetch-public.server";

/** Names that people typed, asked of a name server that this file plays. */

/** What it has for a question of so many bytes; null: it says nothing. */
let answer: (question: Buffer) => Buffer | null;
const server = createSocket("udp4");
let nameServers: string[];

beforeEach(async () => {
  answer = () => null;
  if (nameServers) return;
  server.on("message", (question, { port, address }) => {
    const said = answer(question);
    if (said) server.send(said, port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
  server.unref();
  nameServers = [`127.0.0.1:${server.address().port}`];
});
afterEach(() => void (answer = () => null));

/** Answers questions for an address of the fourth version with these, and those for one of the sixth with none. */
function knows(...addresses: string[]): void {
  answer = (question) => {
    const isFour = question.includes(ONE_OF_FOUR);
    const records = isFour ? addresses.map(recordOf) : [];
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180, 2);
    head.writeUInt16BE(records.length, 6);
    head.writeUInt16BE(0, 8);
    head.writeUInt16BE(0, 10);
    const end = question.indexOf(0, 12) + 5;
    return Buffer.concat([head, question.subarray(12, end), ...records]);
  };
}

/** The end of a name, and that its address of the fourth version is asked for. */
const ONE_OF_FOUR = Buffer.from([0, 0, 1, 0, 1]);
const recordOf = (address: string) =>
  Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split(".").map(Number)]);

const found = (options: { all?: boolean }) =>
  new Promise<unknown>((resolve) => {
    publicLookup(nameServers)("agenda.example", options, (error, ...given) =>
      resolve(error ? error.message : given),
    );
  });

it("gives a connection the addresses of a name that are public, all or the first", async () => {
  knows("93.184.215.14", "93.184.215.15");
  expect(await found({})).toEqual(["93.184.215.14", 4]);
  expect(await found({ all: true })).toEqual([
    [
      { address: "93.184.215.14", family: 4 },
      { address: "93.184.215.15", family: 4 },
    ],
  ]);
});

it("attack 11: gives none where one of them lies inside, and none where there are none", async () => {
  for (const addresses of [["93.184.215.14", "10.0.0.1"], ["127.0.0.1"], []]) {
    knows(...addresses);
    expect(await found({ all: true })).toBe("no_public_server");
  }
});

it.each([
  ["knows no such name", 3, "no_public_server"],
  ["refuses to be asked", 5, "no_name_server"],
])("tells a name that is none from a name server that %s", async (_, code, problem) => {
  answer = (question) => refusal(question, code);
  expect(await found({})).toBe(problem);
});

it("tells a name whose own servers are broken from name servers that reach none of them, asking once a minute", async () => {
  const passed = vi.spyOn(performance, "now").mockReturnValue(1e9);
  onTestFinished(() => passed.mockRestore());
  let asked = 0;
  const fails = (which: (question: Buffer) => boolean) => {
    knows("93.184.215.14");
    const known = answer;
    answer = (question) => {
      if (question.includes("stripe")) asked += 1;
      return which(question) ? refusal(question, 2) : known(question);
    };
  };
  fails((question) => question.includes("agenda"));
  expect([await found({}), await found({})]).toEqual(Array(2).fill("no_public_server"));
  expect(asked).toBe(1);
  passed.mockReturnValue(1e9 + 60_001);
  fails(() => true);
  expect([await found({}), await found({})]).toEqual(Array(2).fill("no_name_server"));
  // At most as often as one question is tried.
  expect(asked).toBeLessThan(6);
});

function refusal(question: Buffer, code: number): Buffer {
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180 + code, 2);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, question.subarray(12, question.indexOf(0, 12) + 5)]);
}

it("waits for several silent name servers no longer than a fetch may take, and blames no name", async () => {
  const other = createSocket("udp4");
  onTestFinished(() => void other.close());
  await new Promise<void>((resolve) => other.bind(0, "127.0.0.1", resolve));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const silent = [...nameServers, `127.0.0.1:${other.address().port}`];
  let isTold = false;
  const told = new Promise<unknown>((resolve) => {
    publicLookup(silent)("agenda.example", {}, resolve);
  }).finally(() => (isTold = true));
  await vi.advanceTimersByTimeAsync(7_499);
  expect(isTold).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await told).toMatchObject({ problem: "no_name_server" });
  expect(vi.getTimerCount()).toBe(0);
});

it("keeps no other name waiting while a name server is silent", async () => {
  const asked = { accept: "*/*", userAgent: "Essai", nameServers };
  const options = { ...asked, timeoutMs: 500, maxBytes: 1_000, maxRedirects: 3 };
  const silent = [1, 2, 3, 4].map((n) =>
    fetchPublicBody(`https://agenda-${n}.example/`, options).catch((error: Error) => error.message),
  );
  // The system's own queue, which all that Node connects to waits in.
  await lookUp("localhost");
  expect(await Promise.race([...silent, Promise.resolve("still silent")])).toBe("still silent");
  expect(await Promise.all(silent)).toEqual(Array(4).fill("too_slow"));
});
