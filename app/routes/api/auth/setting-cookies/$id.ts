import { z } from "zod";
import { actFor } from "~/admin/users/act-for.server";
import { chooseCookies } from "~/accounts/choose-cookies.server";
import { cookieChoiceInput } from "~/accounts/settings-forms";
import { cookieProvider } from "~/platform/cookie-provider.server";
import { apiAction, apiCall } from "~/platform/web/api-call.server";
import { idParam } from "~/platform/web/fields";

/** Saves whether an account accepts the cookies that third parties set. */
const handler = apiAction({
  POST: apiCall({
    summary: "Save whether an account accepts non-essential cookies",
    access: "member",
    refuses: ["consent_own"],
    params: idParam,
    input: cookieChoiceInput,
    subject: "id",
    onBehalf: actFor("cookies"),
    failure: "settings",
    output: z.object({ message: z.string() }),
    async run({ input: { cookies }, subjectId, now }) {
      // No page is older than the call: what it says is of who sets them now.
      const isChanged = await chooseCookies(subjectId, cookies, cookieProvider(), now);
      return {
        message: isChanged
          ? "Mise à jour des paramètres faite avec succès."
          : "Aucun changement détecté.",
      };
    },
  }),
});

export { handler as action, handler as loader };
