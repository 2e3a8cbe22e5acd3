import { AsyncLocalStorage } from 'node:async_hooks';

const around = new AsyncLocalStorage<{ open: number; sent: boolean }>();

/**
 * Runs `work` and tells whether a request of it left this machine, or may have: one that is still under way when it ends
 * counts.
 * @throws what `work` throws
 */
export async function watchRequests<Result>(
  work: () => Promise<Result>,
): Promise<Readonly<{ result: Result; sent: boolean }>> {
  const watch = { open: 0, sent: false };
  const result = await around.run(watch, work);
  return { result, sent: watch.sent || watch.open > 0 };
}

/** A request begins. To be told whether it left, when it has ended. */
export function requestBegins(): (left: boolean) => void {
  const watch = around.getStore();
  if (!watch) return () => undefined;
  watch.open += 1;
  return (left) => {
    watch.open -= 1;
    watch.sent ||= left;
  };
}
