import { allowedUserId } from "~/accounts/allowed-user.server";
import { chooseCookies } from "~/accounts/choose-cookies.server";
import { cookiePayload } from "~/accounts/settings-forms.server";
import { apiAction } from "~/platform/web/api-action.server";
import { requireViewer } from "~/platform/web/context.server";

const handler = apiAction({
  POST: {
    access: "member",
    schema: cookiePayload,
    async run({ data, params, context }) {
      const id = allowedUserId(await requireViewer(context), params.id);
      const changed = await chooseCookies(id, data.cookies);
      return {
        message: changed
          ? "Mise à jour des paramètres faite avec succès."
          : "Aucun changement détecté.",
      };
    },
  },
});

export { handler as action, handler as loader };
