import type { ReactNode } from "react";
import { Decision } from "~/admin/records/components/decision";
import type { FormState } from "~/platform/web/form-state";
import { RadioGroup } from "~/ui/choices";
import { pictureUrl, type Picture } from "~/ui/picture";
import { MEASURE_WORDS, measureQuestion } from "~/admin/measures/measures";
import { ownAlt, photoName } from "~/venues/venue-photos";
import { GroundsFields } from "./grounds-fields";

interface PhotoRemovalProps {
  /** 'Le Loft des Quais (Lyon)' */
  name: string;
  /** Without its town: photos that its owner did not describe are called after it. */
  title: string;
  /** 'Nora Rossi'; null: the account is closed. */
  owner: string | null;
  pictures: readonly Picture[];
  /** The id of the one to begin with. */
  chosen?: string;
  state: FormState;
  /** What becomes of reports. */
  reports: string;
  backHref: string;
  children?: ReactNode;
}

/** Asks which photo of a venue is taken off, and why. */
export function PhotoRemoval(props: PhotoRemovalProps) {
  const { name, title, owner, pictures, chosen, state, reports, backHref, children } = props;
  const { effect } = MEASURE_WORDS.retirer;
  return (
    <Decision
      question={measureQuestion("retirer", name)}
      consequences={[
        effect,
        `Le propriétaire${owner ? `, ${owner},` : ""} reçoit la décision, le motif, les faits et la voie de recours.`,
        reports,
      ]}
      state={state}
      asks={[]}
      confirmLabel="Retirer la photo"
      backHref={backHref}
    >
      {children}
      <RadioGroup
        label="Photo à retirer"
        name="photo"
        className="photo-choices"
        value={state.field("photo", chosen).defaultValue}
        error={state.errors.photo}
        options={pictures.map(({ id, alt }, index) => ({
          value: id,
          label: (
            <>
              <span>{photoName(index + 1, ownAlt(title, { alt }, index + 1))}</span>
              <img src={pictureUrl(id, 320)} alt="" width={320} height={240} />
            </>
          ),
        }))}
      />
      <GroundsFields state={state} measure="retirer" />
    </Decision>
  );
}
