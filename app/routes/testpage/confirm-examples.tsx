import { ConfirmLink, ConfirmPanel } from "~/ui/confirm-panel";
import { TextField } from "~/ui/inputs";
import type { Component } from "./example";

/** What asks before something that cannot be undone. */
export const confirmExamples: Component = {
  props: {
    question: "a full one",
    consequence: "what will happen, amounts included",
    variant: "danger (default), or primary for what is no loss",
  },
  examples: [
    {
      name: "confirm",
      show: () => (
        <p>
          <ConfirmLink variant="quiet-danger" href="/testpage?exemple=question">
            Delete it
          </ConfirmLink>
        </p>
      ),
    },
    {
      name: "confirm-nothing",
      show: () => (
        <p>
          <ConfirmLink href="/testpage?exemple=field">Ask where nothing is asked</ConfirmLink>
        </p>
      ),
    },
    {
      name: "question",
      isPage: true,
      show: () => (
        <ConfirmPanel
          question="Delete it?"
          consequence={<p>It will be gone.</p>}
          confirmLabel="Delete it for good"
          intent="delete"
          backHref="/testpage"
        >
          <TextField label="Why" name="why" optional />
        </ConfirmPanel>
      ),
    },
  ],
};
