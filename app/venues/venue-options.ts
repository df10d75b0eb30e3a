/** What there is to choose for a venue, as forms list it. */
import { EQUIPMENT, VENUE_TYPES, shownAs } from "@models/enumerations";

/** A stored value with what people read for it. */
export const optionOf = (value: string) => ({ value, label: shownAs(value) });

export const TYPE_OPTIONS = VENUE_TYPES.map(optionOf);
export const EQUIPMENT_OPTIONS = EQUIPMENT.map(optionOf);
