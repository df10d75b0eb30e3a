import { ObstacleItems } from "~/offboarding/components/departure-obstacle-list";
import type { FormState } from "~/platform/web/form-state";
import { RadioGroup } from "~/ui/choices";
import { Disclosure } from "~/ui/disclosure";
import type { ModerationRecord } from "../moderation-record.server";

type Coming = ModerationRecord["coming"]["suspendre"];

/** What becomes of the reservations to come of what is shut out; nothing where there are none. */
export function ComingChoice({ coming, state }: { coming: Coming | null; state: FormState }) {
  if (!coming) return null;
  const seen = <input type="hidden" name="seen" value={coming.seen} />;
  if (coming.list.length === 0) return seen;
  return (
    <>
      {seen}
      <Disclosure summary={`Réservations à venir\u00a0: ${coming.list.length}`}>
        <ObstacleItems obstacles={coming.list} />
      </Disclosure>
      <RadioGroup
        label="Les réservations à venir"
        name="coming"
        hint={`Annuler\u00a0: ${coming.givenBack} Les acheteurs sont prévenus par e-mail.`}
        value={state.field("coming", "keep").defaultValue}
        error={state.errors.coming}
        options={[
          { value: "keep", label: "Les maintenir" },
          { value: "cancel", label: "Annuler et tout rembourser" },
        ]}
      />
    </>
  );
}
