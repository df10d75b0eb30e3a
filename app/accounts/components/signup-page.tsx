import { useLocation } from "@remix-run/react";
import { useFormState } from "~/platform/web/form-state";
import { onTheWayTo, safePath } from "~/platform/web/safe-path";
import { AuthLayout } from "~/ui/auth-layout";
import { isAuthority, isMaster, SIGNUP_PAGES, type SignupKind } from "../signup-fields";
import { SignupForm } from "./signup-form";

interface SignupPageProps {
  kind: SignupKind;
  title: string;
  /** To the neighbouring signups, below the form. */
  links: readonly { href: string; text: string }[];
}

/** A signup page of any kind: a title, the form, and the ways out, which lead on to where this one does. */
export function SignupPage({ kind, title, links }: SignupPageProps) {
  const state = useFormState(SIGNUP_PAGES[kind]);
  const submitted = isMaster(kind);
  const target = safePath(new URLSearchParams(useLocation().search).get("vers"));
  return (
    <AuthLayout
      title={title}
      lead={
        submitted
          ? "Un administrateur examine chaque soumission\u00a0; sa réponse vous parvient par e-mail. Tous les champs sont obligatoires, sauf mention contraire."
          : "Tous les champs sont obligatoires, sauf mention contraire."
      }
      illustration={isAuthority(kind) ? "salle-municipale" : submitted ? "jardin" : "chateau"}
      entrance={Object.keys(state.errors).length === 0}
      after={
        <>
          {submitted ? null : (
            <p>
              Déjà inscrit&nbsp;?{" "}
              <a className="line-link" href={onTheWayTo(target, "/connexion")}>
                Connexion
              </a>
            </p>
          )}
          {links.map(({ href, text }) => (
            <a key={href} className="line-link" href={onTheWayTo(target, href)}>
              {text}
            </a>
          ))}
        </>
      }
    >
      <SignupForm kind={kind} state={state} />
    </AuthLayout>
  );
}
