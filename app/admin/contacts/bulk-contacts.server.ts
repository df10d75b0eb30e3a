import { trusted } from "mongoose";
import { ContactMessageModel } from "@models/contact-message";
import { shownAs } from "@models/enumerations";
import type { Actor } from "../audit/actor.server";
import type { Bulk } from "../bulk/bulk";
import { fullName } from "../words/person";
import { CONTACT_STATE_LABELS, type ContactState } from "./contact-states";
import { setContactStatus } from "./treat-contact.server";

/** Several messages dealt with, or waiting again. */
export const contactBulk: Bulk<ContactState, { actor: Actor; now: Date }> = {
  async look(act, ids) {
    const messages = await ContactMessageModel.find(
      { _id: trusted({ $in: ids }) },
      "name lastname type status",
    ).lean();
    return messages.map((message) => ({
      id: message._id.toString(),
      title: `${fullName(message)}, ${shownAs(message.type)}`,
      href: `/admin/contact/${message._id.toString()}`,
      hindrance:
        message.status === (act === "terminer")
          ? `Déjà\u00a0: ${CONTACT_STATE_LABELS[act]}.`
          : null,
    }));
  },
  run: (act, contactId, { actor, now }) =>
    setContactStatus({ actor, contactId, status: act === "terminer", now }),
};
