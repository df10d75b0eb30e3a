/**
 * The outcome of `work` when it is there within `ms`, else what `late` makes. The work goes on then, for
 * whoever looks later; what becomes of it is for itself to write down and to log.
 */
export async function inTime<T>(
  work: Promise<T>,
  ms: number,
  late: () => Promise<T> | T,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = Symbol();
  const patience = new Promise<typeof isLate>((resolve) => {
    timer = setTimeout(resolve, ms, isLate);
  });
  try {
    const outcome = await Promise.race([work, patience]);
    return outcome === isLate ? await late() : outcome;
  } finally {
    clearTimeout(timer);
  }
}
