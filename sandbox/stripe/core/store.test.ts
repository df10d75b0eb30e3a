import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildCustomer } from "../resources/customers";
import { openStore } from "./store";

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "store-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

const customer = (id: string, email = "a@example.org") => buildCustomer({ id, created: 1, email });

describe("the store", () => {
  it("keeps what was committed, across a start, in its order", async () => {
    const first = await openStore(dataDir);
    first.store.transact(() => {
      for (const id of ["c", "a", "b"]) first.store.put("customer", customer(id));
    });
    first.store.transact(() => {
      first.store.put("customer", customer("c", "c@example.org"));
      first.store.remove("customer", "a");
    });
    await first.store.durable();
    const second = await openStore(dataDir);
    expect(second.store.all("customer").map(({ id, email }) => [id, email])).toEqual([
      ["c", "c@example.org"],
      ["b", "a@example.org"],
    ]);
    await Promise.all([first.close(), second.close()]);
  });

  it("keeps nothing of a transaction that throws", async () => {
    const { store, close } = await openStore(dataDir);
    store.transact(() => store.put("customer", customer("a")));
    expect(() =>
      store.transact(() => {
        store.put("customer", customer("a", "other@example.org"));
        store.put("customer", customer("b"));
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(store.all("customer")).toEqual([customer("a")]);
    await close();
    const again = await openStore(dataDir);
    expect(again.store.all("customer")).toEqual([customer("a")]);
    await again.close();
  });

  it("ignores a last line that a kill cut short", async () => {
    const { store, close } = await openStore(dataDir);
    store.transact(() => store.put("customer", customer("a")));
    await close();
    await appendFile(join(dataDir, "journal.jsonl"), '{"put":[["customer",{"id":"b"');
    const again = await openStore(dataDir);
    again.store.transact(() => again.store.put("customer", customer("c")));
    await again.close();
    const third = await openStore(dataDir);
    expect(third.store.all("customer").map(({ id }) => id)).toEqual(["a", "c"]);
    await third.close();
  });

  it("does not hide a journal that is broken in the middle", async () => {
    await writeFile(join(dataDir, "journal.jsonl"), "{broken\n");
    await expect(openStore(dataDir)).rejects.toThrow(/journal\.jsonl, ligne 1\)/);
  });

  it("shortens its journal at the start and forgets old answers", async () => {
    const { store, close } = await openStore(dataDir);
    const now = Math.floor(Date.now() / 1000);
    const answer = (id: string, created: number) => ({
      id,
      created,
      endpoint: "POST /v1/x",
      fingerprint: "",
      requestId: "req_1",
      status: 200,
      body: "{}",
    });
    for (let count = 0; count < 10; count += 1) {
      store.transact(() => store.put("customer", customer("a", `${count}@example.org`)));
    }
    store.transact(() => {
      store.put(".answer", answer("old", now - 25 * 60 * 60));
      store.put(".answer", answer("new", now));
    });
    await close();
    const again = await openStore(dataDir);
    expect(again.store.all(".answer").map(({ id }) => id)).toEqual(["new"]);
    const lines = (await readFile(join(dataDir, "journal.jsonl"), "utf8")).trim().split("\n");
    expect(lines).toHaveLength(2);
    await again.close();
  });

  it("writes a burst of transactions in order", async () => {
    const { store, close } = await openStore(dataDir);
    await Promise.all(
      Array.from({ length: 200 }, (_, index) => {
        store.transact(() => store.put("customer", customer(`c${index}`)));
        return store.durable();
      }),
    );
    await close();
    const again = await openStore(dataDir);
    expect(again.store.all("customer").map(({ id }) => id)).toEqual(
      Array.from({ length: 200 }, (_, index) => `c${index}`),
    );
    await again.close();
  });
});
