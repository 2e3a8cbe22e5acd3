import type { Position } from '@posthorn/event-sourcing/event-store';

const DIGITS = 20;

/** Padded, so that text order is log order. */
export const toPosition = (position: string): Position => position.padStart(DIGITS, '0') as Position;

/**
 * The form for the driver: a bigint in decimals.
 * @throws RangeError for a position of another kind of log
 */
export function fromPosition(position: Position | undefined): string {
  if (position === undefined) return '0';
  if (!/^\d+$/.test(position)) throw new RangeError(`${position} is no position in a Postgres log`);
  return String(BigInt(position));
}
