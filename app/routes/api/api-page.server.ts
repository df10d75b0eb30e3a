import type { Operation } from "~/platform/web/openapi.server";
import { REFUSAL_CODES, refusalMessage, refusalStatus } from "~/platform/refusal";
import type { JsonSchema } from "~/platform/web/sample";
import { apiDocument } from "./every-call.server";

/** What a sentence tells only of one refusal: how long to wait, what the venue asks for. */
const PLACEHOLDER = /\{\w+\}/g;

/** The document as people read it: calls by the first part of their path, and every refusal. */
export async function apiPage() {
  const { paths } = await apiDocument();
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => callOf(path, method, operation)),
  );
  const names = [...new Set(calls.map(({ group }) => group))];
  return {
    groups: names.map((name) => ({ name, calls: calls.filter(({ group }) => group === name) })),
    problems: [
      ...REFUSAL_CODES.map((code) => ({
        code,
        status: refusalStatus(code),
        sentence: refusalMessage(code).replace(PLACEHOLDER, "…"),
      })),
      { code: "input", status: 422, sentence: "la phrase du premier champ à corriger." },
      { code: "failure", status: 500, sentence: "une phrase propre à l’appel." },
    ],
  };
}

function callOf(path: string, method: string, operation: Operation) {
  const { operationId, summary, description, tags, parameters = [], requestBody } = operation;
  const { properties = {}, required = [] } = requestBody?.content["application/json"]?.schema ?? {};
  return {
    id: operationId,
    group: tags[0] ?? "",
    title: `${method.toUpperCase()} ${path}`,
    summary,
    about: description,
    fields: [
      ...parameters.map((parameter) => ({
        name: parameter.name,
        text: textOf(parameter.schema, [`in ${parameter.in}`, must(parameter.required)]),
      })),
      ...Object.entries(properties).map(([name, schema]) => ({
        name,
        text: textOf(schema, [must(required.includes(name))]),
      })),
    ],
    answers: Object.keys(operation.responses).join(", "),
  };
}

function must(isRequired: boolean | undefined): string {
  return isRequired ? "required" : "optional";
}

/** What a field takes, in a few words. */
function textOf(schema: JsonSchema, words: readonly string[]): string {
  const values = schema.enum ?? schema.items?.enum;
  const { minimum, maximum, minLength, maxLength } = schema;
  return [
    [schema.type ?? "text"].flat().join(" or "),
    ...words,
    ...(schema.format ? [schema.format] : []),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum}`]),
    ...(minLength === undefined ? [] : [`at least ${minLength} characters`]),
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(values ? [`one of ${values.map(String).join(", ")}`] : []),
    ...(schema.description ? [schema.description] : []),
  ].join(", ");
}
