/**
 * Preloaded (`node --import`) into every Node process that the scripts start: when the process that
 * started it dies, however brutally, the channel between them closes and this one stops as well.
 */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.channel?.unref();
