/**
 * Downloads `mongod` into the directory given as argument and prints its path. Runs as a process of
 * its own because the package retries and waits in ways that cannot be interrupted from outside.
 */
const [directory] = process.argv.slice(2);
if (!directory) throw new Error("usage: download-worker.mjs <directory>");
process.env.MONGOMS_DOWNLOAD_DIR = directory;
process.env.MONGOMS_MAX_RETRIES = "1";
process.env.npm_config_strict_ssl = "true";

try {
  const { MongoBinary } = await import("mongodb-memory-server-core");
  process.stdout.write(`\n${await MongoBinary.getPath()}\n`);
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
