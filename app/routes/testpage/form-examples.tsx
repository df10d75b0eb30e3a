import { CheckboxField, CheckboxGroup, RadioGroup } from "~/ui/choices";
import { ErrorSummary } from "~/ui/error-summary";
import { FileField } from "~/ui/file-field";
import { HiddenField, NumberField, SelectField, TextareaField, TextField } from "~/ui/inputs";
import type { Component } from "./example";

const same = (value: string) => ({ value, label: value });

/** Fields in their states, and what helps to fill them in. */
export const fieldExamples: Component = {
  props: {
    hint: "stays visible under the label",
    error: "why it was refused, the very words of the summary",
    optional: "marked as such; all others are required",
    counted: "how many characters it takes: typed ones are counted, in red when it is full",
    unit: "of a number: within the field, said in the label or the hint too",
    placeholder: "of a list: its first, empty choice",
    withAll: "of boxes: a button that ticks all, or none",
  },
  examples: [
    { name: "field", show: () => <TextField label="Name" name="name" hint="As on the door." /> },
    {
      name: "field-optional",
      show: () => <TextField label="Nickname" name="nickname" optional />,
    },
    {
      name: "field-refused",
      show: () => <TextField label="City" name="city" error="Say which city." />,
    },
    {
      // It takes the focus, as it is to do on a page of its own.
      name: "error-summary",
      isPage: true,
      show: () => (
        <div className="stack">
          <h1>Refused</h1>
          <ErrorSummary
            issues={[
              { field: "city", message: "Say which city." },
              { message: "Nothing was booked." },
            ]}
          />
          <TextField label="City" name="city" error="Say which city." />
        </div>
      ),
    },
    {
      name: "counted",
      show: () => <TextareaField label="About it" name="about" counted={30} rows={2} />,
    },
    {
      name: "counted-line",
      show: () => <TextField label="Title" name="title" counted={10} defaultValue="Ten it is" />,
    },
    {
      name: "number",
      show: () => <NumberField label="Price, in euros" name="price" unit="€" />,
    },
    {
      name: "list",
      show: () => (
        <SelectField
          label="Kind"
          name="kind"
          placeholder="Choose"
          options={["Gardens", "Castles"].map(same)}
        />
      ),
    },
    {
      name: "file",
      show: () => <FileField label="Your image" name="image" hint="JPEG or PNG." optional />,
    },
    {
      name: "box",
      show: () => <CheckboxField label="I have read it" name="read" error="Tick the box." />,
    },
    {
      name: "choice",
      show: () => (
        <RadioGroup
          label="Rented by"
          name="time"
          options={["Day", "Half day"].map(same)}
          value="Day"
        />
      ),
    },
    { name: "for-programs", show: () => <HiddenField /> },
    {
      name: "with-all",
      show: () => (
        <CheckboxGroup
          label="What is there"
          name="there"
          options={["Chairs", "Tables", "Stage"].map(same)}
          values={["Tables"]}
          withAll
        />
      ),
    },
  ],
};
