import { expect, it } from "vitest";
import { apiDocument } from "./every-call.server";

interface Body {
  content: Record<string, { schema: unknown }>;
}

/** A body's shape, once: forms have the same as JSON, and the examples are made of it. */
function bodyOf({ content }: Body): string {
  const [first] = Object.values(content);
  return `${Object.keys(content).join(", ")} ${briefly(first?.schema)}`;
}

const briefly = (value: unknown) => JSON.stringify(value).replace(/"(\w+)":/g, "$1: ");

it("the document of /api: what programs are told to send, and what they may be answered", async () => {
  const { paths, components, ...about } = await apiDocument();
  const told = Object.entries(paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => {
      const { requestBody, responses, ...asked } = call as unknown as Record<string, unknown>;
      const answers = Object.entries(responses as Record<string, { description: string }>);
      return [
        `${method.toUpperCase()} ${path}`,
        ...Object.entries(asked).map(([name, value]) => `${name}: ${briefly(value)}`),
        ...(requestBody ? [bodyOf(requestBody as Body)] : []),
        ...answers.map(([status, { description }]) => `${status} ${description}`),
      ].join("\n");
    }),
  );
  expect(briefly({ about, components })).toMatchSnapshot();
  expect(told.join("\n\n")).toMatchSnapshot();
});
