import type { PrivacyRequest } from "@models/privacy-request";
import { addDays, addMonths, parisNoon, todayInParis } from "~/platform/days";
import { idFor } from "./random";

/** What persons asked about their data: one is late, one can still be given more time, one was answered. */
export function makePrivacyRequests(now: Date): PrivacyRequest[] {
  const today = todayInParis(now);
  const received = (name: string, daysAgo: number) => {
    const receivedOn = addDays(today, -daysAgo);
    return {
      _id: idFor(`privacy:${name}`),
      receivedOn,
      dueOn: addMonths(receivedOn, 1),
      createdAt: parisNoon(receivedOn),
    };
  };
  return [
    {
      ...received("late", 33),
      kind: "access",
      channel: "letter",
      email: "huguette.lemoine@exemple.fr",
      name: "Huguette Lemoine",
      details: "Quelles données avez-vous gardées de mon passage au salon des associations\u00a0?",
      identity: "document",
    },
    {
      ...received("erasure", 4),
      kind: "erasure",
      channel: "mail",
      email: "theo.garnier@exemple.fr",
      details: "Je n’ai plus l’usage de vos services, effacez tout.",
    },
    {
      ...received("done", 60),
      kind: "objection",
      channel: "contact",
      email: "nadege.picard@exemple.fr",
      name: "Nadège Picard",
      identity: "address",
      outcome: "fulfilled",
      closedAt: parisNoon(addDays(today, -52)),
      answer: "Votre ancienne adresse n’est plus utilisée pour vous écrire.",
    },
  ];
}
