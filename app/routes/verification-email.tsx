import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { VerificationView } from "~/accounts/components/verification";
import { codeInput, newCodeInput, verificationParams } from "~/accounts/forms";
import { readPendingEmail } from "~/accounts/pending-email.server";
import { sendNewCode } from "~/accounts/send-new-code.server";
import { readVerificationLink } from "~/accounts/verification-link.server";
import { leadByLink, verifyEmail } from "~/accounts/verify-email.server";
import { followWantedStay } from "~/bookings/reserve/wanted-stay.server";
import { useFormState } from "~/platform/web/form-state";
import { formAction, pageForm } from "~/platform/web/page-action.server";
import { pageLoader } from "~/platform/web/page-loader.server";
import { pageMeta } from "~/platform/web/page-meta";
import { privateHeaders } from "~/platform/web/private-headers";
import { onTheWayTo, safePath } from "~/platform/web/safe-path";
import { redirectWithToast } from "~/platform/web/toast.server";

export const meta = pageMeta("Vérification de l’e-mail", { isPrivate: true });

export const headers = privateHeaders;

/** `lien`: signed by us, of the mail's button, which may be pressed in any browser. */
export const loader = pageLoader(
  { access: "public", params: verificationParams },
  async ({ viewer, params: { lien }, request }) => {
    const link = readVerificationLink(lien);
    // Of another account than the one that is logged in, the mail's button would seem to lead nowhere.
    const isDone = link === null || link.email === viewer?.email;
    if (viewer?.isVerified && isDone) throw redirect("/", 303);
    const pending = await readPendingEmail(request);
    const on = link && !viewer && (await leadByLink(link, pending));
    if (on) {
      const to = goOn(on.next, safePath(pending?.target));
      throw await redirectWithToast(to, { type: "blank", message: on.message });
    }
    const said = link ?? viewer ?? pending;
    return { email: said?.email ?? null, isLoggedIn: viewer !== null };
  },
);

export const action = formAction({
  verify: pageForm({
    access: "public",
    params: verificationParams,
    limit: "verify_code",
    failure: "verification",
    input: codeInput,
    secrets: ["code"],
    async run({ input, params: { lien }, request, session, ip, now }) {
      const surroundings = { request, session, ip, now };
      const { userId, next, message } = await verifyEmail({ ...input, lien }, surroundings);
      // With a session, what was asked for before signing up goes on.
      const pending = await readPendingEmail(request);
      const wish = { ...surroundings, buyerId: userId, target: pending?.target };
      const followed = next === "/" && (await followWantedStay(wish));
      if (followed && followed.toast) return followed;
      return {
        to: followed ? followed.to : goOn(next, safePath(pending?.target)),
        toast: { type: next === "/connexion" ? "blank" : "success", message },
      };
    },
  }),
  resend: pageForm({
    access: "public",
    params: verificationParams,
    limit: "new_code_address",
    failure: "newCode",
    input: newCodeInput,
    async run({ input: { email }, params: { lien }, request, session, ip, now }) {
      await sendNewCode(email, { request, session, ip, lien, now });
      // Back by the link of that address: its tries are no stranger's to spend.
      const isLinks = lien !== undefined && readVerificationLink(lien)?.email === email;
      const query = isLinks ? `?${new URLSearchParams({ lien }).toString()}` : "";
      return {
        to: `/verification-email${query}`,
        toast: "E-mail envoyé, vérifiez votre boîte e-mail",
      };
    },
  }),
});

/** To the page that was wanted before the signup, or to the login on its way there. */
function goOn(next: string, target: string): string {
  if (next === "/") return target;
  return next === "/connexion" ? onTheWayTo(target, next) : next;
}

export default function EmailVerification() {
  return (
    <VerificationView
      {...useLoaderData<typeof loader>()}
      verify={useFormState(codeInput, "verify")}
      resend={useFormState(newCodeInput, "resend")}
    />
  );
}
