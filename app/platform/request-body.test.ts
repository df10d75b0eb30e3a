import { describe, expect, it } from "vitest";
import { Refusal } from "./refusal";
import { formToObject, readApiBody, readForm } from "./request-body.server";

const FORM = "application/x-www-form-urlencoded";

function post(body: string, type = FORM, headers: Record<string, string> = {}): Request {
  return new Request("http://localhost/", {
    method: "POST",
    body,
    headers: { "content-type": type, ...headers },
  });
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof Refusal ? error.code : String(error);
}

describe("readForm", () => {
  it("reads the fields of a form", async () => {
    const form = await readForm(post("email=a%40b.fr&type=Villas&type=Jardins"));
    expect(formToObject(form)).toEqual({ email: "a@b.fr", type: ["Villas", "Jardins"] });
  });

  it("refuses a body over the limit, with and without a length that says so", async () => {
    expect(await codeOf(readForm(post("a=" + "x".repeat(200)), 100))).toBe("too_large");
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("a=" + "x".repeat(200)));
        controller.close();
      },
    });
    const chunked = new Request("http://localhost/", {
      method: "POST",
      body: stream,
      headers: { "content-type": FORM },
      duplex: "half",
    });
    expect(await codeOf(readForm(chunked, 100))).toBe("too_large");
  });

  it.each(["email[$gt]=", "a.b=1", "__proto__=x", "a%00b=1"])(
    "refuses the field name in %s",
    async (body) => expect(await codeOf(readForm(post(body)))).toBe("invalid"),
  );

  it("refuses thousands of fields", async () => {
    const body = Array.from({ length: 1_000 }, (_, index) => `f${index}=1`).join("&");
    expect(await codeOf(readForm(post(body)))).toBe("invalid");
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
