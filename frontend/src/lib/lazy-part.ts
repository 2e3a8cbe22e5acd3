import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** The code of a part did not come: a new release has other files, or the network is away. */
export class PartIsMissing extends Error {
  override readonly name = 'PartIsMissing';
}

/** A part of a screen whose code is loaded once it is shown, within a `Part`. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new PartIsMissing('The code of a part of this page did not come', { cause });
    }
  });
