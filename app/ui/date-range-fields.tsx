import { Button } from "./button";
import { FieldError } from "./field";
import { SelectField, TextField } from "./inputs";

type Slot = "AM" | "PM";

interface DateRangeFieldsProps {
  legend?: string;
  /** Of the two days, and what follows 'Créneau' for those who do not see which day it stands beside. */
  labels?: { start: string; end: string; startSlot: string; endSlot: string };
  /** Days as YYYY-MM-DD; an empty string when not chosen. */
  start?: string;
  end?: string;
  min: string;
  max: string;
  /** Slots of the first and the last day, for venues rented by the half day. */
  slots?: { start: Slot; end: Slot };
  error?: string;
  /** Periods already taken, as text: 'du 11/06/2027 au 13/06/2027'. */
  unavailable?: readonly string[];
  /** false where a form leaves it to the browser to ask for what is missing, which cannot point at hidden fields. */
  required?: boolean;
  /** Hides the button that works the price out, where there is no price. */
  withoutUpdate?: boolean;
}

const STAY_LABELS = {
  start: "Arrivée",
  end: "Départ",
  startSlot: " d’arrivée",
  endSlot: " de départ",
};

const slotOptions = [
  { value: "AM", label: "Matin" },
  { value: "PM", label: "Après-midi" },
];

/**
 * The two days of a stay without script: native inputs `start` and `end` (`startSlot`, `endSlot`
 * for half days), and a button that reloads the page by GET with the price worked out.
 */
export function DateRangeFields(props: DateRangeFieldsProps) {
  const { start, end, min, max, slots, error, unavailable = [], withoutUpdate } = props;
  const { required = true } = props;
  const shared = {
    type: "date",
    min,
    max,
    required,
    ...(error && { "aria-invalid": true, describedBy: "dates-erreur" }),
  };
  const { legend = "Date de réservations", labels = STAY_LABELS } = props;
  return (
    <fieldset className="stack">
      <legend className="mb-2">{legend}</legend>
      {slots ? (
        <>
          <div className="field-pair">
            <TextField {...shared} label={labels.start} name="start" defaultValue={start} />
            <SlotField of={labels.startSlot} name="startSlot" slot={slots.start} />
          </div>
          <div className="field-pair">
            <TextField {...shared} label={labels.end} name="end" defaultValue={end} />
            <SlotField of={labels.endSlot} name="endSlot" slot={slots.end} />
          </div>
        </>
      ) : (
        <div className="field-pair">
          <TextField {...shared} label={labels.start} name="start" defaultValue={start} />
          <TextField {...shared} label={labels.end} name="end" defaultValue={end} />
        </div>
      )}
      <FieldError id="dates">{error}</FieldError>
      <UnavailablePeriods periods={unavailable} />
      {withoutUpdate ? null : (
        <Button variant="secondary" formMethod="get" formNoValidate>
          Mettre à jour le prix
        </Button>
      )}
    </fieldset>
  );
}

/** The periods already taken, as text. */
export function UnavailablePeriods({ periods }: { periods: readonly string[] }) {
  if (periods.length === 0) return null;
  return (
    <details>
      <summary className="line-link underline">Dates déjà prises</summary>
      <ul className="hint">
        {periods.map((period) => (
          <li key={period}>{period}</li>
        ))}
      </ul>
    </details>
  );
}

function SlotField({ of, name, slot }: { of: string; name: string; slot: Slot }) {
  return (
    <SelectField
      label="Créneau"
      labelRest={of}
      name={name}
      options={slotOptions}
      defaultValue={slot}
    />
  );
}
