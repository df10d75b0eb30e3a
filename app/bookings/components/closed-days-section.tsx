import type { Period, Slot } from "@models/enumerations";
import { useFormState } from "~/platform/web/form-state";
import { Button } from "~/ui/button";
import { DateRangeFields } from "~/ui/date-range-fields";
import { Form } from "~/ui/form";
import { FormSection } from "~/ui/form-section";
import { HiddenFields } from "~/ui/hidden-fields";
import { closeDaysInput } from "../reserve/forms";
import type { ClosedPeriod } from "../reserve/close-days.server";

const LABELS = {
  start: "Premier jour",
  end: "Dernier jour",
  startSlot: " du premier jour",
  endSlot: " du dernier jour",
};

interface ClosedDaysSectionProps {
  venueId: string;
  closed: readonly ClosedPeriod[];
  /** What calendars elsewhere close, in words. */
  imported: readonly string[];
  period: Period;
  /** The days that may be closed, YYYY-MM-DD. */
  limits: { earliest: string; latest: string };
}

/** The days that an owner keeps to themself: to close some, and to open them again. */
export function ClosedDaysSection(props: ClosedDaysSectionProps) {
  const { venueId, closed, imported, period, limits } = props;
  const action = `/profil/location/${venueId}`;
  const { field, errors } = useFormState(closeDaysInput, "close", "open");
  const slot = (name: string, whole: Slot): Slot => {
    const typed = field(name).defaultValue;
    return typed === "AM" || typed === "PM" ? typed : whole;
  };
  return (
    <FormSection id="jours-fermes" title="Jours fermés">
      {closed.length > 0 ? (
        <ul className="stack gap-2">
          {closed.map((stretch) => (
            <li key={stretch.text}>
              <ReopenForm action={action} stretch={stretch} />
            </li>
          ))}
        </ul>
      ) : (
        <p>Vous n’avez fermé aucun jour à la main.</p>
      )}
      {imported.length > 0 ? <ImportedPeriods periods={imported} /> : null}
      <p>
        <a className="line-link" href={`${action}/calendriers`}>
          Partager ou importer un calendrier
        </a>
      </p>
      <Form action={action}>
        <DateRangeFields
          legend={closed.length > 0 ? "Fermer ou rouvrir des jours" : "Fermer des jours"}
          labels={LABELS}
          start={field("start").defaultValue}
          end={field("end").defaultValue}
          min={limits.earliest}
          max={limits.latest}
          slots={
            period === "Half"
              ? { start: slot("startSlot", "AM"), end: slot("endSlot", "PM") }
              : undefined
          }
          error={errors.start}
          withoutUpdate
        />
        <div className="row">
          <Button variant="secondary" icon="calendrier" name="intent" value="close">
            Fermer ces jours
          </Button>
          {closed.length > 0 ? (
            <Button variant="secondary" name="intent" value="open">
              Rouvrir ces jours
            </Button>
          ) : null}
        </div>
      </Form>
    </FormSection>
  );
}

function ImportedPeriods({ periods }: { periods: readonly string[] }) {
  return (
    <>
      <p>
        Fermés par vos calendriers importés&nbsp;; ces jours se rouvrent là où ils sont notés, ou en
        retirant le calendrier&nbsp;:
      </p>
      <ul className="list-disc pl-5">
        {periods.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

function ReopenForm({ action, stretch }: { action: string; stretch: ClosedPeriod }) {
  const { text, ...ends } = stretch;
  return (
    <form className="row spread" action={action} method="post">
      <span>{`Fermé ${text}`}</span>
      <HiddenFields of={ends} />
      <Button variant="secondary" compact name="intent" value="reopen">
        Rouvrir<span className="sr-only">{` ${text}`}</span>
      </Button>
    </form>
  );
}
