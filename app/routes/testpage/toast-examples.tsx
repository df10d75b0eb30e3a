import { Copyable } from "~/ui/copyable";
import { Toast, ToastRegion } from "~/ui/toast";
import type { ToastType } from "~/ui/toast-duration";
import type { Component } from "./example";

const WORDS: Record<ToastType, string> = {
  blank: "The price has changed since.",
  success: "Your changes are kept.",
  error: "This could not be done.",
  loading: "Sending your photos…",
  custom: "A master account has written to you.",
};

const types = Object.entries(WORDS) as [ToastType, string][];

/** Messages after an action, by their types; and the button that says one. */
export const toastExamples: Component = {
  props: {
    type: "blank (default), success, error, loading, custom",
    icon: "of custom alone; a star by default",
    duration: "ms; 4,000, of success 2,000, of loading none; null: until it is closed",
    mustBeRead: "at least 5,000 ms and 400 a word, an error until it is closed",
  },
  examples: [
    ...types.map(([type, words]) => ({
      name: `toast-${type}`,
      show: () => (
        <ToastRegion>
          <Toast type={type}>{words}</Toast>
        </ToastRegion>
      ),
    })),
    {
      name: "toast-must-be-read",
      show: () => (
        <ToastRegion>
          <Toast type="success" mustBeRead>
            You are paid on Friday.
          </Toast>
          <Toast type="error" mustBeRead>
            The card was refused.
          </Toast>
        </ToastRegion>
      ),
    },
    {
      name: "toast-many",
      show: () => (
        <ToastRegion>
          {Array.from({ length: 22 }, (_, at) => (
            <Toast key={at} duration={null}>{`Message ${at + 1}`}</Toast>
          ))}
        </ToastRegion>
      ),
    },
    {
      name: "copy",
      show: () => <Copyable label="Code" text="AB12-CD34" what="the code" done="Copied." />,
    },
  ],
};
