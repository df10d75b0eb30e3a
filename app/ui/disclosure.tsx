import type { ReactNode } from "react";
import { Icon } from "./icon";
import type { IconName } from "./icons";

interface DisclosureProps {
  summary: string;
  icon?: IconName;
  open?: boolean;
  children: ReactNode;
}

/** A native `details` whose summary looks like a control. */
export function Disclosure({ summary, icon, open, children }: DisclosureProps) {
  return (
    <details open={open}>
      <summary className="disclosure">
        {icon ? <Icon name={icon} size={20} /> : null}
        {summary}
        <Icon name="chevron" size={20} className="chevron" />
      </summary>
      {children}
    </details>
  );
}
