/** The calls' descriptions as an OpenAPI 3.1 document. */
import { OpenApiGeneratorV31, OpenAPIRegistry } from "@asteasolutions/zod-to-openapi";
import { z } from "zod";
import { SESSION_COOKIE } from "../session.server";
import { takesToken, type AnyApiCall } from "./api-call.server";
import { inputOf, limitsOf, type Access } from "./call.server";
import { requiredWhere } from "./openapi-conditions.server";
import { documented, documentedInput } from "./openapi-schema.server";
import { PROBLEM_TYPE, problemShape, type ProblemCode } from "./problem.server";
import { limitOf } from "./rate-limit.server";
import { refusalStatus } from "../refusal";
import { sampleOf, type JsonSchema } from "./sample";

export const METHODS = ["GET", "POST", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

/** One method of one path. `path` as routes write it: `/api/location/:id`. */
export interface PlacedCall {
  path: string;
  method: Method;
  call: AnyApiCall;
}

const SESSION = "session";
const TOKEN = "token";
/** Codes that are no refusals, and their statuses. */
const OTHER_STATUSES: Partial<Record<ProblemCode, number>> = { input: 422, failure: 500 };

/** The document of some calls. @param site its name and address */
export function openApiOf(calls: readonly PlacedCall[], site: { brand: string; url: string }) {
  const registry = new OpenAPIRegistry();
  const problem = registry.register("Problem", problemShape);
  registry.registerComponent("securitySchemes", SESSION, {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
    description: "Set by POST /api/auth/login.",
  });
  registry.registerComponent("securitySchemes", TOKEN, {
    type: "http",
    scheme: "bearer",
    description:
      "A personal API token, made at /mes-parametres/jetons. One to read makes GET requests alone.",
  });
  registry.registerComponent("responses", "MethodNotAllowed", {
    description: "405, of every path: it has no such method.",
    headers: { Allow: { description: "Those that it has.", schema: { type: "string" } } },
    content: { [PROBLEM_TYPE]: { schema: { $ref: "#/components/schemas/Problem" } } },
  });
  for (const placed of calls) {
    const { path, method, call } = placed;
    registry.registerPath({
      method: method.toLowerCase() as Lowercase<Method>,
      path: path.replaceAll(/:(\w+)/g, "{$1}"),
      operationId: operationIdOf(placed),
      summary: call.summary,
      description: descriptionOf(call),
      tags: [path.split("/")[2] ?? ""],
      security: securityOf(call),
      request: requestOf(placed),
      responses: {
        200: {
          description: "Done.",
          content: { "application/json": { schema: answerShape(call) } },
        },
        ...Object.fromEntries(
          [...problemsOf(placed)].map(([status, codes]) => [
            status,
            {
              description: codes.join(", "),
              ...([429, 503].includes(status) && { headers: RETRY_AFTER }),
              content: { [PROBLEM_TYPE]: { schema: problem } },
            },
          ]),
        ),
      },
    });
  }
  const document = new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: "3.1.0",
    info: { title: `${site.brand} API`, version: "1", description: ABOUT },
    servers: [{ url: site.url }],
  });
  return withSamples(document as unknown as ApiDocument);
}

/** What of the document is read here and by its page. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}
export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: { name: string; in: "path" | "query"; required?: boolean; schema: JsonSchema }[];
  requestBody?: {
    required?: boolean;
    content: Record<string, { schema: JsonSchema; example?: unknown }>;
  };
  responses: Record<
    string,
    { description: string; content: Record<string, { schema: JsonSchema }> }
  >;
}

const ABOUT = `The calls behind the pages, for programs.

- Answers are JSON: \`{ "success": true, … }\`, or a problem (RFC 9457) whose \`message\` and \`detail\` are one French sentence, whose \`instance\` is the request's id, and whose \`type\` leads to its line at /api/docs.
- Bodies are JSON or forms, at most 100 kB; calls that take pictures say how much more. In forms and query strings numbers and booleans are texts, lists are repeated fields. A blank or null field is absent, but where null is one of its types it takes away what was said; an unknown field is ignored, but in a form one whose name no field could have (brackets, dots) is a 400.
- A method that a path does not have is a 405 with \`Allow\`; a path that is none is a 404.
- Money: \`price\`, \`minPrice\` and \`maxPrice\` are euros, every other amount is cents.
- A HEAD is answered as its GET, without the body.
- Whoever calls shows a session's cookie, or a personal API token (\`Authorization: Bearer pds_…\`), beside which cookies count for nothing. One to read cannot be used for what is no GET; none gives an administrator's rights, and calls about signups, passwords, logins and payment accounts take none. ${tokenLimit()}
- Requests other than GET that come from a browser, without a token, must come from this site (\`Sec-Fetch-Site\`, \`Origin\`). There is no CORS.`;

function tokenLimit(): string {
  const { tries, seconds } = limitOf("token");
  return `At most ${tries} requests per token in ${seconds / 60} minutes.`;
}

const RETRY_AFTER = {
  "Retry-After": {
    description: "Seconds to wait, or the date from when on it may be tried again.",
    schema: { type: "string" as const },
  },
};

/** What a call answers when all is well. */
function answerShape({ output }: AnyApiCall) {
  return z.object({ success: z.literal(true), ...output?.shape });
}

/** What a call asks for, one of these; a public one takes nothing as well. */
function securityOf(call: AnyApiCall): Record<string, string[]>[] {
  // Nobody has to say who they are, but who does is known: a venue of one's own is not found, say.
  const open = call.access === "public" ? [{}] : [];
  return [...open, { [SESSION]: [] }, ...(takesToken(call) ? [{ [TOKEN]: [] }] : [])];
}

/** Every status but 200 that a call may answer with, and the problems that have it. */
export function problemsOf({ path, method, call }: PlacedCall): Map<number, ProblemCode[]> {
  const isRead = method === "GET";
  const byToken = takesToken(call);
  const isCounted = byToken || limitsOf(call).length > 0 || call.pictures !== undefined;
  const codes: ProblemCode[] = [
    ...(isRead ? [] : BODY),
    ...(call.pictures ? PICTURES : []),
    ...(call.access === "public" ? [] : (["login_required"] as const)),
    "token_invalid",
    ...(byToken ? [] : (["token_refused"] as const)),
    ...(byToken && !isRead ? (["token_read_only"] as const) : []),
    ...(["public", "user"].includes(call.access) && !call.subject ? [] : (["forbidden"] as const)),
    ...(call.access === "member" ? (["terms_awaited"] as const) : []),
    ...(isOpenTo(call.access) ? [] : (["second_factor_required", "role_required"] as const)),
    // An administrator's things are touched by super-admins alone.
    ...(call.onBehalf ? (["role_required"] as const) : []),
    ...((call.underView ?? isRead) ? [] : ([isRead ? "view_hidden" : "view_only"] as const)),
    ...(path.includes(":") || call.subject ? (["not_found"] as const) : []),
    ...(call.input ? (["input"] as const) : []),
    ...(isCounted ? (["too_many"] as const) : []),
    ...(call.refuses ?? []),
    "failure",
    "unavailable",
    "maintenance",
  ];
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set(codes)) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

const BODY = ["invalid", "foreign_origin", "too_slow", "too_large", "unsupported_type"] as const;
const PICTURES = ["files_too_large", "upload_under_way"] as const;

/** The status that a problem is answered with. */
function statusOf(code: ProblemCode): number {
  return OTHER_STATUSES[code] ?? refusalStatus(code as Exclude<ProblemCode, "input" | "failure">);
}

function requestOf({ path, method, call }: PlacedCall) {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const params = call.params?.shape ?? {};
  const fields = inputOf(call).fields.shape;
  const query = Object.fromEntries(
    Object.entries(params).filter(([name]) => !inPath.includes(name)),
  );
  const payload = documentedInput(fields, requiredWhere(inputOf(call)));
  return {
    params: z.object(Object.fromEntries(inPath.map((name) => [name, documented(params[name]!)]))),
    query: documentedInput({ ...query, ...(method === "GET" && fields) }),
    ...(method !== "GET" &&
      Object.keys(fields).length > 0 && {
        body: {
          required: Object.values(payload.shape).some((field) => !field.isOptional()),
          content: Object.fromEntries(bodyTypes(call).map((type) => [type, { schema: payload }])),
        },
      }),
  };
}

/** A form without files has no room for pictures, and is taken without them alone. */
function bodyTypes({ pictures }: AnyApiCall): string[] {
  const plain = pictures ? [] : ["application/x-www-form-urlencoded"];
  return ["application/json", ...plain, "multipart/form-data"];
}

/** `POST /api/location/edit-my-location/:id` → `postLocationEditMyLocationById`. */
function operationIdOf({ path, method }: PlacedCall): string {
  const words = path.slice("/api/".length).replaceAll(":", "by-").split(/[/-]/);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return method.toLowerCase() + name;
}

/** Whether a call asks for no permission of an administrator's role. */
function isOpenTo(access: Access): access is keyof typeof WHO {
  return Object.hasOwn(WHO, access);
}

const WHO = {
  public: "Open to everyone.",
  user: "For whoever is logged in.",
  verified: "For whoever is logged in and has verified their e-mail, whatever they accepted.",
  member: "For whoever is logged in, has verified their e-mail and accepted the terms.",
  admin: "For administrators, also before the second step of their login.",
} as const;

function descriptionOf(call: AnyApiCall): string {
  const limits = limitsOf(call).map((bucket) => {
    const { by, tries, seconds } = limitOf(bucket);
    return `At most ${tries} tries per ${by} in ${seconds / 60} minutes.`;
  });
  const pictures = call.pictures
    ? [
        `Pictures: ${call.pictures.most} at most, as files of multipart/form-data, whose texts have 100 kB together, or as data: URLs in JSON; the whole body at most ${call.pictures.maxBytes / 1_000_000} MB.`,
      ]
    : [];
  const others = call.onBehalf ? "; administrators whose role allows it may name another" : "";
  const subject = call.subject ? [`\`${call.subject}\` is the caller's own account${others}.`] : [];
  const who = isOpenTo(call.access)
    ? WHO[call.access]
    : `For administrators whose role allows ${call.access}, after the second step of their login.`;
  const tokens = takesToken(call) ? [] : ["Not with an API token."];
  return [who, ...tokens, ...limits, ...pictures, ...subject].join(" ");
}

/** Every body with an example, made of its own schema. */
function withSamples(document: ApiDocument): ApiDocument {
  for (const operations of Object.values(document.paths)) {
    for (const { requestBody } of Object.values(operations)) {
      for (const media of Object.values(requestBody?.content ?? {})) {
        media.example = sampleOf(media.schema);
      }
    }
  }
  return document;
}
