import { actorOf, type Actor, type Alongside } from "../audit/actor.server";

/** What an administrator decides of an account, and with what right. */
export interface Decision {
  actor: Actor;
  userId: string;
  /** Told to the person. */
  why: string;
  /** The administrator's own; not needed for a while once given. */
  password: string | undefined;
  now: Date;
  /** Written in the same transaction. */
  alongside?: Alongside;
}

type DecisionCall = Parameters<typeof actorOf>[0] & {
  params: { id: string };
  input: { why: string; currentPassword?: string | undefined };
  now: Date;
};

/** The decision that a call says, of a page or of the API. */
export function decisionOf(call: DecisionCall): Decision {
  const { params, input, now } = call;
  return {
    actor: actorOf(call),
    userId: params.id,
    why: input.why,
    password: input.currentPassword,
    now,
  };
}
