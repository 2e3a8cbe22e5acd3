import { AsyncLocalStorage } from 'node:async_hooks';

const currentWatch = new AsyncLocalStorage<{ open: number; sent: boolean }>();

/**
 * Runs `work` and reports whether one of its requests left this machine, or may have. A request that still runs when `work` ends counts.
 * @throws what `work` throws
 */
export async function watchRequests<Result>(
  work: () => Promise<Result>,
): Promise<Readonly<{ result: Result; sent: boolean }>> {
  const watch = { open: 0, sent: false };
  const result = await currentWatch.run(watch, work);
  return { result, sent: watch.sent || watch.open > 0 };
}

/**
 * Registers the start of a request.
 * @returns a function to call at the end of the request, with whether the request left this machine
 */
export function requestStarted(): (hasLeft: boolean) => void {
  const watch = currentWatch.getStore();
  if (!watch) return () => undefined;
  watch.open += 1;
  return (hasLeft) => {
    watch.open -= 1;
    watch.sent ||= hasLeft;
  };
}
