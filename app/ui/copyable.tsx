import type { ReactNode } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";
import { useEnhance } from "./page-assets";
import { ToastRegion, ToastTemplate } from "./toast";

interface CopyableProps {
  /** Stands before it: 'Référence'. */
  label?: string;
  text: string;
  /** What is copied, with its article: 'la référence'. */
  what: string;
  /** Said once it is done: 'Référence copiée.'. */
  done: string;
  /** Of the text. */
  className?: string;
  /** What shows the text instead: a field that it stands in. */
  children?: ReactNode;
}

/** A text that people carry elsewhere: selected whole by one press, and with script a button that copies it. */
export function Copyable({ label, text, what, done, className, children }: CopyableProps) {
  return (
    <div className="stack gap-2" {...useEnhance("button")} data-text={text}>
      {children}
      <div className="row">
        {children ? null : (
          <p>
            {label ? <span className="muted">{label} </span> : null}
            <b className={classNames("select-all", className)}>{text}</b>
          </p>
        )}
        <p className="with-script">
          {/* Until its script is there: a press would be lost. */}
          <Button type="button" variant="secondary" compact icon="copier" disabled>
            Copier<span className="sr-only">{` ${what}`}</span>
          </Button>
        </p>
      </div>
      <ToastRegion>
        <ToastTemplate type="success">{done}</ToastTemplate>
        <ToastTemplate type="error" mustBeRead>
          La copie a échoué&nbsp;: sélectionnez le texte, puis copiez-le.
        </ToastTemplate>
      </ToastRegion>
    </div>
  );
}
