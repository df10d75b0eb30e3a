/**
 * An index is there when most members of the replica set have it. By itself MongoDB waits for all of them: with one that is
 * down a new index would be waited for without end (https://jira.mongodb.org/browse/SERVER-65670).
 */
export const COMMIT_QUORUM = { commitQuorum: "majority" } as const;
