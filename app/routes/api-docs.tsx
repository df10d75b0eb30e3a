import { useLoaderData } from "@remix-run/react";
import { pageMeta } from "~/platform/web/page-meta";
import { StaticPage } from "~/ui/static-page";
import { apiPage } from "./api/api-page.server";

export const meta = pageMeta("Documentation de l’API", {
  description: "Les appels ouverts aux programmes\u00a0: chemins, champs, réponses et refus.",
});

export const loader = () => apiPage();

export default function ApiDocs() {
  const { groups, problems } = useLoaderData<typeof loader>();
  return (
    <StaticPage title="Documentation de l’API" lead="Les appels ouverts aux programmes.">
      <p>
        La même description, pour les programmes&nbsp;: <a href="/api/openapi.json">openapi.json</a>{" "}
        (OpenAPI 3.1). Les noms y sont en anglais. Les prix des lieux sont en euros, les autres
        montants en centimes.
      </p>
      {groups.map(({ name, calls }) => (
        <section key={name}>
          <h2>/api/{name}</h2>
          {calls.map(({ id, title, summary, about, fields, answers }) => (
            <section key={id} lang="en" className="[overflow-wrap:anywhere]">
              <h3 className="anywhere">{title}</h3>
              <p>
                {summary}. {about}
              </p>
              {fields.length > 0 ? (
                <ul className="list-disc">
                  {fields.map((field) => (
                    <li key={field.name}>
                      <strong>{field.name}</strong> {field.text}
                    </li>
                  ))}
                </ul>
              ) : null}
              <p>Answers: {answers}</p>
            </section>
          ))}
        </section>
      ))}
      <h2>Refus</h2>
      <p>
        Un refus est au format application/problem+json (RFC&nbsp;9457)&nbsp;: son type mène ici, à
        ce que dit son message, où «&nbsp;…&nbsp;» tient lieu de ce qui change d’une fois à l’autre.
      </p>
      <ul className="list-disc [overflow-wrap:anywhere]">
        {problems.map(({ code, status, sentence }) => (
          <li key={code} id={code}>
            <strong lang="en">{code}</strong> ({status})&nbsp;: {sentence}
          </li>
        ))}
      </ul>
    </StaticPage>
  );
}
