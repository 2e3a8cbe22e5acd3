import { OneLineError } from '#infrastructure/config/one-line-error.ts';

/** @throws OneLineError when this system cannot compare, or when a part does not exist */
export function checkComparison(
  parts: readonly string[],
  known: readonly string[],
  platform: NodeJS.Platform = process.platform,
): void {
  if (platform !== 'linux') throw new OneLineError('`compare` works on Linux only: it reads /proc.');
  const unknown = parts.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new OneLineError(`Unknown part: ${unknown.join(', ')}. The parts are: ${known.join(', ')}.`);
}
