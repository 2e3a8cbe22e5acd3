/**
 * Returns the result of the work. When the work takes longer than the given milliseconds, returns `late()`, aborts the signal, and ignores any later
 * result or error.
 * @throws what the work throws in time
 */
export async function withDeadline<Result>(
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
  late: () => Result,
): Promise<Result> {
  const cutOff = new AbortController();
  const timer: { handle?: NodeJS.Timeout } = {};
  const ended = new Promise<Result>((resolve) => {
    timer.handle = setTimeout(() => {
      resolve(late());
      cutOff.abort(new DOMException(`Not done within ${String(milliseconds)} ms.`, 'TimeoutError'));
    }, milliseconds);
  });
  try {
    const answer = work(cutOff.signal);
    answer.catch(() => undefined);
    return await Promise.race([ended, answer]);
  } finally {
    clearTimeout(timer.handle);
  }
}
