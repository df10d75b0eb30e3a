/**
 * What is read for as long as somebody waits for it: whoever sends a file goes on asking for more of it once its client
 * has left.
 *
 * @param request not its signal alone, which nothing is told of any more once the request itself is forgotten
 */
export async function* whileAwaited<T>(
  parts: AsyncIterable<T>,
  request: Pick<Request, "signal">,
): AsyncGenerator<T> {
  for await (const part of parts) {
    if (request.signal.aborted) return;
    yield part;
  }
}
