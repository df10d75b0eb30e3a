import { ObstacleItems } from "~/offboarding/components/departure-obstacle-list";
import type { FormState } from "~/platform/web/form-state";
import { RadioGroup } from "~/ui/choices";
import { Disclosure } from "~/ui/disclosure";
import type { ModerationRecord } from "../moderation-record.server";

type Coming = ModerationRecord["coming"]["suspendre"];

/** What calling them off gives back, and what keeping them cannot keep. */
export function comingHint({ givenBack, kept }: Pick<Coming, "givenBack" | "kept">): string {
  const keeping = kept ? ` Maintenir\u00a0: ${kept}` : "";
  return `Annuler\u00a0: ${givenBack} Les acheteurs sont prévenus par e-mail.${keeping}`;
}

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
        hint={comingHint(coming)}
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
