import { UserModel } from "@models/user";
import { action as signup } from "~/routes/inscription";
import { action } from "~/routes/verification-email";
import { signupFields } from "./accounts";
import { Visitor } from "./visitor";

/** Signing up and verifying the e-mail, as the pages do. */

/** Of `signupFields`. */
export const EMAIL = "marie.durand@exemple.fr";
export const stored = async () => (await UserModel.findOne({ email: EMAIL }).lean())!;

export async function signedUp(visitor = new Visitor()): Promise<Visitor> {
  await visitor.visit(signup, "/inscription", { form: signupFields() });
  return visitor;
}

export const enter = (visitor: Visitor, code: string, ip?: string) =>
  visitor.visit(action, "/verification-email", { form: { intent: "verify", code }, ip });

export const resend = (visitor: Visitor, email = EMAIL) =>
  visitor.visit(action, "/verification-email", { form: { intent: "resend", email } });

/** Moves the times of what was mailed into the past, as waiting would. */
export const age = (minutes: number, what: "verification" | "reset" = "verification") =>
  UserModel.collection.updateOne({ email: EMAIL }, [
    {
      $set: Object.fromEntries(
        ["sentAt", "expiresAt"].map((field) => [
          `${what}.${field}`,
          { $subtract: [`$${what}.${field}`, minutes * 60_000] },
        ]),
      ),
    },
  ]);

/** Another code than the right one. */
export const wrong = (code: string, by = 1) =>
  String((Number(code) + by) % 1_000_000).padStart(6, "0");
