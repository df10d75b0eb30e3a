import { Button } from "./button";
import { useEnhance } from "./page-assets";

/** Prints the page; shown only where scripts run. */
export function PrintButton({ compact }: { compact?: boolean }) {
  return (
    <span className="with-script" {...useEnhance("button")}>
      {/* Until its script is there: a press would be lost. */}
      <Button type="button" variant="secondary" icon="imprimer" compact={compact} disabled>
        Imprimer
      </Button>
    </span>
  );
}
