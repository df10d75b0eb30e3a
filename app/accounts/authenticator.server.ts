import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { UserModel, type User } from "@models/user";
import { Refusal } from "~/platform/refusal";
import { owesTerms } from "~/platform/viewer.server";
import type { Login } from "./forms";
import { hashPassword, verifyPassword } from "./password.server";

/** Who a right e-mail and password belong to. */
export interface Authenticated {
  id: string;
  isVerified: boolean;
  /** As `Viewer` has it. */
  asksTerms: boolean;
  /** What the password was checked against: it may be another one by now. */
  passwordHash: string;
}

const FIELDS = "passwordHash isAdmin isVerified termsAcceptedAt masterStatus bannedAt deletedAt";
type Credentials = Pick<
  User,
  | "_id"
  | "passwordHash"
  | "isAdmin"
  | "isVerified"
  | "termsAcceptedAt"
  | "masterStatus"
  | "bannedAt"
  | "deletedAt"
>;

/** Verified in place of the hash of an account that does not exist, so that both take as long. */
const nobodysHash = hashPassword("nobody has this password");

/**
 * remix-auth's form strategy, handed the form: by itself it reads the request's body, which can be
 * read once and was, within its bounds. (`Authenticator.authenticate` copies the request before it asks
 * a strategy, which no request survives whose body was read; so the strategy is asked itself.)
 */
class PostedFormStrategy<Person> extends FormStrategy<Person> {
  async authenticateForm(form: FormData, request: Request): Promise<Person> {
    return await this.verify({ form, request });
  }
}

const passwords = new PostedFormStrategy<Authenticated>(async ({ form }) => {
  const email = textOf(form.get("email"));
  const user = await UserModel.findOne({ email }, FIELDS).lean<Credentials>();
  const isRight = await verifyPassword(
    user?.passwordHash ?? (await nobodysHash),
    textOf(form.get("password")),
  );
  if (!user || !isRight || user.bannedAt || user.deletedAt) throw new Refusal("bad_credentials");
  // Told only to whoever knows the password, and after the same work.
  if (user.masterStatus === "pending") {
    throw new Refusal(user.isVerified ? "submission_pending" : "submission_unverified");
  }
  if (user.masterStatus === "refused") throw new Refusal("bad_credentials");
  const { _id, isVerified, passwordHash } = user;
  return { id: _id.toString(), isVerified, asksTerms: owesTerms(user), passwordHash };
});

/** The ways to log in, by name. */
const authenticator = new Authenticator<Authenticated>().use(passwords);

/**
 * Checks the e-mail (as stored) and the password that a request sent.
 *
 * @throws Refusal("bad_credentials"), the same and after the same time whatever was wrong; with the right
 *   password Refusal("submission_pending" | "submission_unverified") to a master who waits for an answer
 */
export async function authenticate(
  { email, password }: Login,
  request: Request,
): Promise<Authenticated> {
  const form = new FormData();
  form.set("email", email);
  form.set("password", password);
  const strategy = authenticator.get<typeof passwords>(passwords.name);
  if (!strategy) throw new Error("No way to log in by a form");
  return await strategy.authenticateForm(form, request);
}

function textOf(field: FormDataEntryValue | null): string {
  return typeof field === "string" ? field : "";
}
