/**
 * Runs `task` with a short-lived MongoDB client. The driver is loaded here and not at the top of any
 * script, because the scripts start before the dependencies are installed.
 * @template T
 * @param {string} uri
 * @param {(client: import("mongoose").mongo.MongoClient) => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function withClient(uri, task) {
  const { default: mongoose } = await import("mongoose");
  const client = new mongoose.mongo.MongoClient(uri, { serverSelectionTimeoutMS: 10_000 });
  try {
    return await task(await client.connect());
  } finally {
    await client.close();
  }
}

/**
 * The process that answers at `uri`, as it says itself: a port says nothing about who listens there.
 * @param {string} uri
 * @returns {Promise<number>}
 */
export async function processAt(uri) {
  const { pid } = await withClient(uri, (client) =>
    client.db("admin").command({ serverStatus: 1 }),
  );
  return Number(pid);
}

/**
 * Whether the engine at `uri` takes writes.
 * @param {string} uri
 */
export async function takesWrites(uri) {
  const reply = await withClient(uri, (client) => client.db("admin").command({ hello: 1 }));
  return reply.isWritablePrimary === true;
}
