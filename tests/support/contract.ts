import addFormats from "ajv-formats";
import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import type { AnyApiCall } from "~/platform/web/api-call.server";
import { openApiOf, type Method } from "~/platform/web/openapi.server";

const ajv = addFormats(new Ajv2020({ strict: false, multipleOfPrecision: 6 }));
const known = new Map<AnyApiCall, Map<string, ValidateFunction>>();

/**
 * Holds an answer of an /api call against what the document says of it: its type, and its body.
 *
 * @throws Error saying where it is otherwise
 */
export async function holdToDocument(
  call: AnyApiCall,
  method: Method,
  response: Response,
): Promise<void> {
  const type = response.ok ? "application/json" : "application/problem+json";
  const found = response.headers.get("content-type")?.split(";")[0];
  const body = (await response.clone().json()) as unknown;
  const validate = validatorsOf(call, method).get(type)!;
  if (found === type && validate(body)) return;
  const what = `${response.status} ${found} of '${call.summary}'`;
  throw new Error(`${what} is not as described: ${ajv.errorsText(validate.errors)}`);
}

/** What judges a call's answers, by their type. */
function validatorsOf(call: AnyApiCall, method: Method): Map<string, ValidateFunction> {
  const made = known.get(call);
  if (made) return made;
  const path = "/api/call";
  const { paths, components } = openApiOf([{ path, method, call }], {
    brand: "",
    url: "http://localhost",
  });
  const { responses } = paths[path]![method.toLowerCase()]!;
  const answer = responses["200"]!.content["application/json"]!.schema;
  const validators = new Map([
    ["application/json", ajv.compile(answer)],
    ["application/problem+json", ajv.compile(components.schemas.Problem!)],
  ]);
  known.set(call, validators);
  return validators;
}
