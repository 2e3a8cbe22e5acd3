import type { Position } from '@posthorn/event-sourcing/event-store';

const DIGITS = 20;

/** Pads the number, so that the order of the texts is the order of the log. */
export const toPosition = (position: string): Position => position.padStart(DIGITS, '0') as Position;

/**
 * Converts a position to a bigint in decimals, the form for the driver.
 * @throws RangeError for a position of another kind of log
 */
export function fromPosition(position: Position | undefined): string {
  if (position === undefined) return '0';
  if (!/^\d+$/.test(position)) throw new RangeError(`${position} is no position in a Postgres log`);
  return String(BigInt(position));
}
