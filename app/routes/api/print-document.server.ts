import { apiDocument } from "./every-call.server";

/** `node build/server/openapi.js`: the document of the API, without a server or a database. */
process.stdout.write(JSON.stringify(await apiDocument()));
