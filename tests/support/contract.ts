import addFormats from "ajv-formats";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import type { AnyApiCall } from "~/platform/web/api-call.server";
import { inputOf } from "~/platform/web/call.server";
import { PROBLEM_TYPE } from "~/platform/web/problem.server";
import { openApiOf, type Method } from "~/platform/web/openapi.server";

const ajv = addFormats(new Ajv2020({ strict: false, multipleOfPrecision: 6 }));
const known = new Map<AnyApiCall, Record<string, Map<string, ValidateFunction>>>();

/**
 * Holds an answer of an /api call against what the document says of it: its status, its type, and its body; what is
 * refused is pointed at where the call has it.
 *
 * @param params what its path names
 * @throws Error saying where it is otherwise
 */
export async function holdToDocument(
  call: AnyApiCall,
  method: Method,
  params: readonly string[],
  response: Response,
): Promise<void> {
  const type = response.headers.get("content-type")?.split(";")[0] ?? "";
  const what = `${response.status} ${type} of '${call.summary}'`;
  const validate = validatorsOf(call, method, params).get(`${response.status} ${type}`);
  if (!validate) throw new Error(`${what} is in no document`);
  const body = (await response.clone().json()) as { errors?: { pointer: string }[] };
  if (!validate(body)) {
    throw new Error(`${what} is not as described: ${ajv.errorsText(validate.errors)}`);
  }
  if (type !== PROBLEM_TYPE) return;
  const fields = [...Object.keys(inputOf(call).fields.shape), ...params];
  for (const { pointer } of body.errors ?? []) {
    if (fields.includes(pointer.split("/")[1]!)) continue;
    throw new Error(`${what} points at ${pointer}, which the call has not`);
  }
}

/** What judges a call's answers, by their status and type. */
function validatorsOf(
  call: AnyApiCall,
  method: Method,
  params: readonly string[],
): Map<string, ValidateFunction> {
  const inPath = params.filter((name) => call.params && name in call.params.shape);
  const path = ["/api", "call", ...inPath.map((name) => `:${name}`)].join("/");
  const ofCall = known.get(call) ?? {};
  if (ofCall[path]) return ofCall[path];
  const site = { brand: "", url: "http://localhost" };
  const { paths, components } = openApiOf([{ path, method, call }], site);
  const [operations] = Object.values(paths);
  const { responses } = operations![method.toLowerCase()]!;
  const problem = ajv.compile(components.schemas.Problem!);
  const validators = new Map(
    Object.entries(responses).flatMap(([status, { content }]) =>
      Object.entries(content).map(([type, { schema }]) => [
        `${status} ${type}`,
        "$ref" in schema ? problem : ajv.compile(schema),
      ]),
    ),
  );
  known.set(call, { ...ofCall, [path]: validators });
  return validators;
}
