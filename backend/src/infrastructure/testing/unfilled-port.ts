/**
 * What Nest injects for a port that no booted module fills: calling it fails. A spec names only the ports that it uses. Abstract methods
 * leave nothing at run time, by which a port is told from a class.
 */
export const unfilledPort = (token: unknown): object | undefined =>
  typeof token === 'function' && token.length === 0 && hasNoMethods(token.prototype) ? {} : undefined;

const hasNoMethods = (prototype: unknown): boolean =>
  typeof prototype === 'object' && prototype !== null && Object.getOwnPropertyNames(prototype).length === 1;
