import type { ReactNode } from "react";

interface PopoverMenuProps {
  id: string;
  /** What the button says. */
  label: ReactNode;
  /** The panel's content. */
  children: ReactNode;
}

/**
 * A button and the panel that it opens. The browser does so, and closes it at Escape, at a press outside and at
 * the button, all without script. Browsers that know no popovers show the panel open and have no button.
 */
export function PopoverMenu({ id, label, children }: PopoverMenuProps) {
  // React 18 passes these attributes on without knowing them.
  const opens = { popovertarget: id };
  const panel = { id, popover: "auto" };
  return (
    <div className="site-menu">
      <button type="button" className="disclosure" {...opens}>
        {label}
      </button>
      <div className="menu-panel" {...panel}>
        {children}
      </div>
    </div>
  );
}
