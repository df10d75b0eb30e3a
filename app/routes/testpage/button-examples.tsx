import { Button } from "~/ui/button";
import { PrintButton } from "~/ui/print-button";
import type { Component } from "./example";

/** Buttons by their variants. */
export const buttonExamples: Component = {
  props: {
    variant: "primary (default, one a view), secondary, danger, quiet-danger, mimosa",
    compact: "44 px instead of 48",
    wide: "as wide as what is around it",
    icon: "before the words; with iconOnly instead of them",
  },
  examples: [
    {
      name: "buttons",
      show: () => (
        <p className="row">
          {(["primary", "secondary", "danger", "quiet-danger", "mimosa"] as const).map(
            (variant) => (
              <Button key={variant} type="button" variant={variant}>
                {variant}
              </Button>
            ),
          )}
          <Button type="button" compact icon="crayon">
            compact
          </Button>
          <Button type="button" icon="corbeille" iconOnly>
            Delete
          </Button>
        </p>
      ),
    },
    { name: "print", show: () => <PrintButton compact /> },
  ],
};
