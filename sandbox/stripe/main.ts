import { readEnvironment } from "./environment";
import { createStripeSandbox } from "./server";

const environment = readEnvironment(process.env);
const sandbox = await createStripeSandbox({
  ...environment,
  log: (message) => process.stderr.write(`[stripe-sandbox] ${message}\n`),
});
process.stdout.write(`[stripe-sandbox] ${sandbox.url}\n`);
process.send?.({ listening: sandbox.port });

const stop = () => {
  sandbox.close().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`[stripe-sandbox] ${String(error)}\n`);
      process.exit(1);
    },
  );
};
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
