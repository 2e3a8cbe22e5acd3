import { createElement, lazy, type ComponentType, type ReactNode } from 'react';
import { reconnectCount, useReconnectCount } from './live-cut.ts';

/** The code of a part failed to load, because a new release has other files or there is no network. */
export class PartIsMissing extends Error {
  override readonly name = 'PartIsMissing';
}

/**
 * Returns a component whose code loads when the component is first rendered, inside a `Part`. If the code fails to load, the component
 * retries when the server is reachable again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  let failedAt: number | null = null;
  const createLazy = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        failedAt = reconnectCount();
        throw new PartIsMissing('The code of a part of this page did not come', { cause });
      }
    });
  let latest = createLazy();
  const latestAt = (times: number) => {
    if (failedAt !== null && failedAt !== times) {
      failedAt = null;
      latest = createLazy();
    }
    return latest;
  };
  return function LazyPart(props: Props) {
    return createElement(latestAt(useReconnectCount()), props);
  };
}
