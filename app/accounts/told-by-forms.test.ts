import { describe, expect, it } from "vitest";
import { constraintsOf } from "~/platform/web/constraints";
import { factsOf } from "~/platform/web/field-facts";
import type { Input } from "~/platform/web/input";
import { toldErrors } from "~/platform/web/told-errors";
import { codeInput, loginInput, newCodeInput, newPasswordPage, resetRequestInput } from "./forms";
import { newPasswordInput, newPasswordPayload, passwordChangeInput } from "./new-password.server";
import { addressInput, profileInput, profilePageInput } from "./profile-rules";
import { recoveryInput, renewCodesInput, secondFactorInput } from "./second-factor-forms";
import {
  cookieBannerInput,
  cookieChoiceInput,
  cookieSettingsInput,
  deactivateInput,
  linkedAccountInput,
  masterCodeInput,
  passwordChangePage,
  sessionInput,
} from "./settings-forms";
import { SIGNUP_KINDS, SIGNUP_PAGES } from "./signup-fields";
import { signupInput, signupPayload } from "./signup-rules";
import { newTokenInput, tokenInput } from "./token-forms";

/**
 * What every form of the accounts says: where nothing is typed, where something is that is nothing, and where it is too
 * long; what its fields are to browsers, and to programs.
 */

const surroundings = { today: () => "2027-03-10" as const, isCommonPassword: () => false };
const INPUTS: Record<string, Input> = {
  ...({ loginInput, codeInput, newCodeInput, resetRequestInput, newPasswordPage } as object),
  ...({ newPasswordInput, newPasswordPayload, passwordChangeInput, passwordChangePage } as object),
  ...({ addressInput, profileInput: profileInput(surroundings.today), profilePageInput } as object),
  ...({ secondFactorInput, recoveryInput, renewCodesInput } as object),
  ...({ cookieBannerInput, cookieChoiceInput, cookieSettingsInput, deactivateInput } as object),
  ...({ linkedAccountInput, masterCodeInput, sessionInput, newTokenInput, tokenInput } as object),
  ...Object.fromEntries(SIGNUP_KINDS.map((kind) => [kind, signupInput(kind, surroundings)])),
  ...Object.fromEntries(SIGNUP_KINDS.map((kind) => [`page: ${kind}`, SIGNUP_PAGES[kind]])),
  ...Object.fromEntries(
    (["plain", "master"] as const).map((of) => [`payload: ${of}`, signupPayload(of, surroundings)]),
  ),
};

const said = ({ schema }: Input, sent: object) =>
  schema
    .safeParse(sent)
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? "taken";

describe.each(Object.entries(INPUTS))("%s", (_name, input) => {
  const names = Object.keys(input.fields.shape);
  const withAll = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]));

  it("says this of what is missing, wrong or too long", () => {
    // What kind of account it is, is not asked for in words.
    const chosen = (sent: object) => ({ ...sent, type: "Entités privés", role: "Association" });
    expect({
      nothing: said(input, {}),
      wrong: said(input, withAll("?")),
      "wrong, of an association": said(input, chosen(withAll("?"))),
      long: said(input, withAll("x".repeat(3_000))),
    }).toMatchSnapshot();
  });

  it("has these fields", () => {
    const constraints = constraintsOf(input);
    expect(
      names.map((name) => {
        const facts = factsOf(input.fields.shape[name]!);
        return `${name}: ${JSON.stringify({ ...constraints[name], ...facts })}`;
      }),
    ).toMatchSnapshot();
  });
});

const WITH_WORDS = Object.entries(INPUTS).filter(([, { missing }]) => missing);
it.each(WITH_WORDS)(
  "%s: this is said at each field left empty, once for all of them",
  (_, input) => {
    const names = Object.keys(input.fields.shape);
    const { sentences } = input.missing!;
    for (const sentence of sentences) {
      const empty = Object.fromEntries(names.map((name) => [name, sentence]));
      const { errors } = toldErrors(empty, input.missing, names);
      const worded = Object.entries(errors).filter(([, said]) => said !== sentence);
      expect({ sentence, ...Object.fromEntries(worded) }).toMatchSnapshot();
    }
  },
);

/** How long each text may be, to the character: the longest that is taken, and one more that is not. */
const LENGTHS: [field: string, input: Input, longest: number][] = [
  ["code", masterCodeInput, 40],
  ["recoveryCode", recoveryInput, 40],
  ["name", newTokenInput, 60],
  ["currentPassword", newTokenInput, 128],
  ["password", loginInput, 128],
  ["id", sessionInput, 100],
  ["street", addressInput, 200],
  ["postalCode", addressInput, 20],
  ["entityName", profilePageInput, 200],
  ["name", profilePageInput, 200],
];
it.each(LENGTHS)("%s", (field, input, longest) => {
  const isTaken = (length: number) =>
    input.fields.shape[field]!.safeParse("x".repeat(length)).success;
  expect([isTaken(longest), isTaken(longest + 1)]).toEqual([true, false]);
});
