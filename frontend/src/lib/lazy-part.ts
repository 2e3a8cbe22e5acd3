import { createElement, lazy, type ComponentType, type ReactNode } from 'react';
import { timesBack, useTimesBack } from './live-cut.ts';

/** The code of a part failed to load: a new release has other files, or there is no network. */
export class PartIsMissing extends Error {
  override readonly name = 'PartIsMissing';
}

/** A part of a screen whose code loads when it is first rendered, inside a `Part`. If that fails, it loads once more when the server is back. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  let failedAt: number | null = null;
  const begin = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        failedAt = timesBack();
        throw new PartIsMissing('The code of a part of this page did not come', { cause });
      }
    });
  let latest = begin();
  const latestAt = (times: number) => {
    if (failedAt !== null && failedAt !== times) {
      failedAt = null;
      latest = begin();
    }
    return latest;
  };
  return function LazyPart(props: Props) {
    return createElement(latestAt(useTimesBack()), props);
  };
}
