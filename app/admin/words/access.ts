/** What lets somebody, or their programs, act for an account. */
export interface Access {
  sessions: number;
  tokens: number;
}

/** '2 sessions, 1 jeton d’API'; empty: there is none of either. */
export function accessText({ sessions, tokens }: Access): string {
  return [
    ...(sessions > 0 ? [`${sessions} ${sessions > 1 ? "sessions" : "session"}`] : []),
    ...(tokens > 0 ? [`${tokens} ${tokens > 1 ? "jetons" : "jeton"} d’API`] : []),
  ].join(", ");
}
