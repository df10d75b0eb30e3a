/** `npm run build` ends with this: the types of /api that the tests' client is checked with. */
import { makeApiTypes } from "./lib/api-types.mjs";

await makeApiTypes();
