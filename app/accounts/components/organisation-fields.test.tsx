import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FormState } from "~/platform/web/form-state";
import { AuthorityFields, PrivateFields } from "./organisation-fields";

const state: FormState = {
  errors: {},
  first: undefined,
  lead: undefined,
  isUnread: false,
  values: {},
  step: undefined,
  field: (name) => ({ name }),
};
const offers = (isOwn?: boolean) => {
  const html = renderToStaticMarkup(
    <>
      <PrivateFields state={state} isMaster={false} isOwn={isOwn} />
      <AuthorityFields state={state} isOwn={isOwn} />
    </>,
  );
  return new Set([...html.matchAll(/autoComplete="([^"]*)"/gi)].map(([, token]) => token));
};

it("has a browser offer what it knows of whoever fills them in, and nothing for an account that is somebody else's", () => {
  expect(offers()).toEqual(new Set(["bday", "organization", "off", "tel"]));
  expect(offers(false)).toEqual(new Set(["off"]));
});
