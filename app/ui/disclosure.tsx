import type { ReactNode } from "react";
import { Icon } from "./icon";
import type { IconName } from "./icons";

interface DisclosureProps {
  summary: string;
  icon?: IconName;
  /** A word beside the summary: '3 critères'. */
  note?: string;
  open?: boolean;
  children: ReactNode;
}

/** A native `details` whose summary looks like a control. */
export function Disclosure({ summary, icon, note, open, children }: DisclosureProps) {
  return (
    <details open={open}>
      <summary className="disclosure">
        {icon ? <Icon name={icon} size={20} /> : null}
        {summary}
        {note ? <span className="badge chip">{note}</span> : null}
        <Icon name="chevron" size={20} className="chevron" />
      </summary>
      {children}
    </details>
  );
}
