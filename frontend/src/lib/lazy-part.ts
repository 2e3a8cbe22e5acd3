import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** The code of a part failed to load: a new release has other files, or there is no network. */
export class PartIsMissing extends Error {
  override readonly name = 'PartIsMissing';
}

/** A part of a screen whose code loads when it is first rendered, inside a `Part`. */
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
