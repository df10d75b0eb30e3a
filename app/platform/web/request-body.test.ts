import { afterEach, describe, expect, it, vi } from "vitest";
import { eventually } from "../../../tests/support/eventually";
import { logger } from "../log.server";
import { Refusal } from "../refusal";
import { SAFE_MS } from "./body-memory";
import {
  bodyShare,
  FILES_MEMORY,
  formToObject,
  readApiBody as readApiBodyInto,
  readForm as readFormInto,
  readText,
  type Pictures,
} from "./request-body.server";

const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";

function post(body: string, type = FORM, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", {
    method: "POST",
    body,
    headers: { "content-type": type, ...headers },
  });
}

const share = bodyShare("me");
afterEach(() => {
  share.release();
  vi.useRealTimers();
});
const readForm = (request: Request, maxBytes?: number) => readFormInto(request, share, maxBytes);
const readApiBody = (request: Request, pictures?: Pictures) =>
  readApiBodyInto(request, share, pictures);

/** A form with files of so many bytes before its last text. */
function withFiles(...sizes: readonly number[]): Request {
  const body = new FormData();
  body.append("title", "Salle; des = fêtes");
  for (const size of sizes) {
    body.append("photos", new Blob([new Uint8Array(size)], { type: "image/jpeg" }), "a;b=c.jpg");
  }
  body.append("intent", "review");
  return new Request("http://localhost/", { method: "POST", body });
}

/** Waits until bodies that are coming hold so many bytes. */
async function heldBytes(bytes: number): Promise<void> {
  await eventually(() => {
    const rest = bodyShare("nobody");
    const noRoom = rest.take(FILES_MEMORY - bytes + 1);
    rest.release();
    expect(noRoom).toBe("full");
  });
}

/** Has what is coming give way, once so much of it is there. @returns the shares that have its memory */
async function takenByOthers() {
  const [whole, coming] = [bodyShare("someone else"), bodyShare("another")];
  await heldBytes(150_000);
  expect(whole.take(FILES_MEMORY - 250_000)).toBeNull();
  whole.settle();
  vi.setSystemTime(Date.now() + SAFE_MS);
  expect(coming.take(150_000)).toBeNull();
  return [whole, coming];
}

/** The same with its length, as a browser says it. */
async function announced(request: Request): Promise<Request> {
  const body = await request.arrayBuffer();
  const headers = new Headers(request.headers);
  headers.set("content-length", `${body.byteLength}`);
  return new Request(request.url, { method: "POST", body, headers });
}

const sizesOf = (form: FormData) =>
  form.getAll("photos").map((file) => (typeof file === "string" ? file : file.size));

/** A body that sends so much and then nothing more. */
function stalled(text: string, type = FORM): Request {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
  });
  return new Request("http://localhost/", {
    method: "POST",
    body,
    headers: { "content-type": type },
    duplex: "half",
  });
}

/** A `data:` URL of a picture of so many bytes. */
const pictureOf = (bytes: number) =>
  `data:image/png;base64,${Buffer.alloc(bytes, 7).toString("base64")}`;

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Refusal ? error.code : String(error);
}

describe("readForm", () => {
  it("reads the fields of a form", async () => {
    const { form } = await readForm(post("email=a%40b.fr&type=Villas&type=Jardins+d%E2%80%99eau"));
    expect(formToObject(form)).toEqual({ email: "a@b.fr", type: ["Villas", "Jardins d’eau"] });
  });

  it("refuses a body over the limit, with and without a length that says so", async () => {
    const tooMuch = "a=" + "x".repeat(100_000);
    expect(await codeOf(readForm(post(tooMuch)))).toBe("too_large");
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(tooMuch));
        controller.close();
      },
    });
    const chunked = new Request("http://localhost/", {
      method: "POST",
      body: stream,
      headers: { "content-type": FORM },
      duplex: "half",
    });
    expect(await codeOf(readForm(chunked))).toBe("too_large");
  });

  it("takes bodies up to their limits, to the byte, the field and the letter of a name", async () => {
    const outcome = async (reading: Promise<unknown>): Promise<string> =>
      await reading.then(
        () => "taken",
        (error: unknown) => (error as Refusal).code,
      );
    const told = (bytes: number) => ({ "content-length": String(bytes) });
    const urlEncoded = (bytes: number, headers = {}) =>
      post(`a=${"x".repeat(bytes - 2)}`, FORM, headers);
    const parts = (bytes: number) => {
      const body = new FormData();
      body.append("a", "x".repeat(bytes / 2));
      body.append("b", "x".repeat(bytes / 2));
      return new Request("http://localhost/", { method: "POST", body });
    };
    const fields = (count: number) => post("a=1&".repeat(count));
    const named = (length: number) => post(`${"a".repeat(length)}=1`);
    const files = async (bytes: number) =>
      (await readForm(withFiles(bytes, 1), 200_000)).refused?.code;
    expect({
      "as it says": [
        await outcome(readForm(urlEncoded(100_000, told(100_000)))),
        await outcome(readForm(urlEncoded(10, told(100_001)))),
      ],
      "as it comes": [
        await outcome(readForm(urlEncoded(100_000))),
        await outcome(readForm(urlEncoded(100_001))),
      ],
      "texts among files": [
        await outcome(readForm(parts(100_000), 1_000_000)),
        await outcome(readForm(parts(100_002), 1_000_000)),
      ],
      files: [await files(199_999), await files(200_000)],
      fields: [await outcome(readForm(fields(200))), await outcome(readForm(fields(201)))],
      names: [await outcome(readForm(named(61))), await outcome(readForm(named(62)))],
    }).toEqual({
      "as it says": ["taken", "too_large"],
      "as it comes": ["taken", "too_large"],
      "texts among files": ["taken", "too_large"],
      files: [undefined, "files_too_large"],
      fields: ["taken", "invalid"],
      names: ["taken", "invalid"],
    });
  });

  it("keeps every text of a form with too many files, and the files that fit", async () => {
    const { form, refused } = await readForm(withFiles(400_000, 0, 500_000, 200_000), 600_000);
    expect(refused?.code).toBe("files_too_large");
    expect(sizesOf(form)).toEqual([400_000, 0]);
    expect(form.get("title")).toBe("Salle; des = fêtes");
    expect(form.get("intent")).toBe("review");
    expect((await readForm(withFiles(400_000), 600_000)).refused).toBeNull();
  });

  it("reads no more than four times its limit", async () => {
    expect(await codeOf(readForm(withFiles(600_000, 600_000), 200_000))).toBe("too_large");
  });

  it("keeps no files once the bodies under way fill the memory, and takes them afterwards", async () => {
    const others = bodyShare("someone else");
    expect(others.take(FILES_MEMORY - 100_000)).toBeNull();
    const crowded = await readForm(withFiles(90_000, 90_000), 600_000);
    expect(crowded.refused?.code).toBe("unavailable");
    expect(sizesOf(crowded.form)).toEqual([90_000]);
    expect(crowded.form.get("intent")).toBe("review");
    const json = post(`{"a":"${pictureOf(90_000)}"}`, "application/json");
    expect(await codeOf(readApiBody(json, { most: 1, maxBytes: 200_000 }))).toBe("unavailable");
    others.release();
    share.release();
    expect((await readForm(withFiles(90_000, 90_000), 600_000)).refused).toBeNull();
  });

  it.each([
    ["goes on", "AAAA"],
    ["has come by then", ""],
  ])(
    "refuses pictures that gave way once their sender %s, who is not cut off",
    async (_how, more) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      const own = bodyShare("me");
      let rest = () => undefined as void;
      const cancel = vi.fn();
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          const send = (text: string) => controller.enqueue(new TextEncoder().encode(text));
          send(`{"a":"${pictureOf(200_000)}`);
          rest = () => {
            if (more) send(more);
            else controller.close();
          };
        },
        cancel,
      });
      const headers = { "content-type": "application/json" };
      const init = { method: "POST", headers, body: stream, duplex: "half" } as const;
      const body = new Request("http://localhost/", init);
      const outcome = codeOf(readApiBodyInto(body, own, { most: 1, maxBytes: 600_000 }));
      const others = await takenByOthers();
      rest();
      expect(await outcome).toBe("unavailable");
      expect(cancel).not.toHaveBeenCalled();
      for (const one of [own, ...others]) one.release();
    },
  );

  it.each([
    ["unavailable", 600_000],
    // It would be so again.
    ["files_too_large", 220_000],
  ])(
    "keeps the texts of a form whose files gave way, and none of its files: %s",
    async (code, most) => {
      vi.useFakeTimers({ toFake: ["Date"] });
      const whole = withFiles(200_000, 100_000);
      const body = Buffer.from(await whole.arrayBuffer());
      let rest = () => undefined as void;
      const halves = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(body.subarray(0, 250_000));
          rest = () => {
            controller.enqueue(body.subarray(250_000));
            controller.close();
          };
        },
      });
      const init = {
        method: "POST",
        headers: whole.headers,
        body: halves,
        duplex: "half",
      } as const;
      const own = bodyShare("me");
      const reading = readFormInto(new Request(whole.url, init), own, most);
      const others = await takenByOthers();
      rest();
      const { form, refused } = await reading;
      expect([refused?.code, sizesOf(form)]).toEqual([code, []]);
      expect([form.get("title"), form.get("intent")]).toEqual(["Salle; des = fêtes", "review"]);
      for (const one of [own, ...others]) one.release();
    },
  );

  it("keeps large files of one request of an account at a time, and every text", async () => {
    const large = () => withFiles(200_000);
    const first = bodyShare("me");
    expect(first.take(200_000)).toBeNull();
    const second = await readForm(large(), 600_000);
    expect([second.refused?.code, sizesOf(second.form)]).toEqual(["upload_under_way", []]);
    expect(second.form.get("title")).toBe("Salle; des = fêtes");
    expect((await readForm(withFiles(10), 600_000)).refused).toBeNull();
    const others = bodyShare("someone else");
    expect((await readFormInto(large(), others, 600_000)).refused).toBeNull();
    others.release();
    first.release();
    expect((await readForm(large(), 600_000)).refused).toBeNull();
  });

  it("waits with an upload for another of the account to end, and keeps its files then", async () => {
    const first = bodyShare("me");
    expect(first.take(200_000)).toBeNull();
    const second = await announced(withFiles(200_000));
    const read = vi.fn();
    const reading = readForm(second, 600_000).finally(read);
    // Texts, and small files, wait for nobody.
    const small = bodyShare("me");
    expect((await readFormInto(await announced(withFiles(10)), small, 600_000)).refused).toBeNull();
    expect([read.mock.calls.length, second.bodyUsed]).toEqual([0, false]);
    first.release();
    const { form, refused } = await reading;
    expect([refused, sizesOf(form)]).toEqual([null, [200_000]]);
  });

  it("waits no longer than for one that fell silent, and keeps every text", async () => {
    const first = bodyShare("me");
    expect(first.take(200_000)).toBeNull();
    const second = await announced(withFiles(200_000));
    const json = await announced(post(`{"a":"${pictureOf(200_000)}"}`, "application/json"));
    vi.useFakeTimers();
    const reading = readForm(second, 600_000);
    const calling = codeOf(readApiBodyInto(json, bodyShare("me"), { most: 1, maxBytes: 600_000 }));
    await vi.advanceTimersByTimeAsync(17_999);
    expect([second.bodyUsed, json.bodyUsed]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    const { form, refused } = await reading;
    expect([refused?.code, sizesOf(form)]).toEqual(["upload_under_way", []]);
    expect(form.get("title")).toBe("Salle; des = fêtes");
    expect(await calling).toBe("upload_under_way");
    first.release();
  });

  it("cuts an upload off that falls silent, long before its time is over", async () => {
    vi.useFakeTimers();
    const reading = codeOf(readForm(stalled("x".repeat(70_000), MULTIPART), 600_000));
    const other = vi.fn();
    void reading.then(other);
    await vi.advanceTimersByTimeAsync(10_999);
    expect(other).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(other).toHaveBeenCalledWith("too_slow");
  });

  it.each([
    [4_000, 279_999, 280_000],
    [3_999, 9_999, 10_000],
  ])("hears an upload of %i bytes a second out for %i ms", async (bytes, alive, over) => {
    vi.useFakeTimers();
    const part = new TextEncoder().encode("x".repeat(bytes));
    let sending: NodeJS.Timeout | undefined;
    const body = new ReadableStream({
      start: (controller) => {
        sending = setInterval(() => controller.enqueue(part), 1_000);
      },
      cancel: () => clearInterval(sending),
    });
    const open = { method: "POST", body, headers: { "content-type": MULTIPART } } as const;
    const request = new Request("http://localhost/", { ...open, duplex: "half" });
    const end = vi.fn();
    void codeOf(readForm(request, 2_000_000)).then(end);
    await vi.advanceTimersByTimeAsync(alive);
    expect(end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(over - alive);
    expect(end).toHaveBeenCalledWith("too_slow");
  });

  it("refuses texts over the limit among files", async () => {
    const body = new FormData();
    body.append("title", "x".repeat(100_001));
    const request = new Request("http://localhost/", { method: "POST", body });
    expect(await codeOf(readForm(request, 600_000))).toBe("too_large");
  });

  it("waits for a body only so long", async () => {
    vi.useFakeTimers();
    const reading = codeOf(readForm(stalled("a=1")));
    const other = vi.fn();
    void reading.then(other);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(other).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(other).toHaveBeenCalledWith("too_slow");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("reads a text no longer than until it is called off", async () => {
    vi.useFakeTimers();
    const calledOff = new AbortController();
    const other = vi.fn();
    void codeOf(readText(stalled("{"), 100, calledOff.signal)).then(other);
    await vi.advanceTimersByTimeAsync(1);
    expect(other).not.toHaveBeenCalled();
    calledOff.abort();
    await vi.advanceTimersByTimeAsync(1);
    expect(other).toHaveBeenCalledWith("too_slow");
  });

  it("tells the log of a body that it could not cut off", async () => {
    vi.useFakeTimers();
    const warned = vi.spyOn(logger, "warn").mockReturnValue();
    const err = new Error("not now");
    const body = new ReadableStream({ cancel: () => Promise.reject(err) });
    const headers = { "content-type": FORM };
    const open = { method: "POST", body, headers, duplex: "half" } as const;
    const reading = codeOf(readForm(new Request("http://localhost/", open)));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await reading).toBe("too_slow");
    expect(warned.mock.calls).toEqual([[{ err }, "body not cut off"]]);
    warned.mockRestore();
  });

  it("takes a sender who went away for none of its own errors", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("gone")) });
    const headers = { "content-type": FORM };
    const broken = new Request("http://localhost/", {
      method: "POST",
      body,
      headers,
      duplex: "half",
    });
    expect(await codeOf(readForm(broken))).toBe("invalid");
  });

  it.each([
    "email[$gt]=",
    "a.b=1",
    "__proto__=x",
    "a%00b=1",
    "constructor=x",
    "prototype=x",
    "toString=x",
  ])("refuses the field name in %s", async (body) =>
    expect(await codeOf(readForm(post(body)))).toBe("invalid"),
  );

  it("says which field of a form has a name that none could have", async () => {
    const refused = readForm(post("email[$gt]="));
    await expect(refused).rejects.toMatchObject({ code: "invalid", field: "email[$gt]" });
  });

  it("attack 13: refuses thousands of fields", async () => {
    const body = Array.from({ length: 1_000 }, (_, index) => `f${index}=1`).join("&");
    expect(await codeOf(readForm(post(body)))).toBe("invalid");
  });

  it("attack 13: refuses a thousand parts, of texts or of files", async () => {
    const parts = (rest: string) =>
      Array.from({ length: 1_000 }, (_, index) => {
        const name = `Content-Disposition: form-data; name="f${index}"`;
        return `--x\r\n${name}${rest}\r\n\r\n1\r\n`;
      }).join("");
    for (const rest of ["", '; filename="a.jpg"\r\nContent-Type: image/jpeg']) {
      expect(await codeOf(readForm(post(`${parts(rest)}--x--\r\n`, MULTIPART)))).toBe("invalid");
    }
  });

  it("refuses other types and broken multipart bodies", async () => {
    expect(await codeOf(readForm(post("{}", "application/json")))).toBe("unsupported_type");
    expect(await codeOf(readForm(post("nonsense", "multipart/form-data; boundary=x")))).toBe(
      "invalid",
    );
  });
});

describe("readApiBody", () => {
  it("reads JSON objects and forms alike", async () => {
    expect(await readApiBody(post('{"a":1}', "application/json"))).toEqual({ a: 1 });
    expect(await readApiBody(post("a=1"))).toEqual({ a: "1" });
    expect(await readApiBody(post("", "text/plain"))).toEqual({});
  });

  it.each(["[1]", "null", '"text"', "{"])("refuses the JSON body %s", async (body) => {
    expect(await codeOf(readApiBody(post(body, "application/json")))).toBe("invalid");
  });

  it("gives a JSON `__proto__` no power", async () => {
    const body = await readApiBody(post('{"__proto__":{"isAdmin":true}}', "application/json"));
    expect((body as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
