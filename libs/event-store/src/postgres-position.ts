import type { Position } from '@posthorn/event-sourcing/event-store';

const DIGITS = 20;

/** Padded, so that text order is log order. */
export const toPosition = (position: string): Position => position.padStart(DIGITS, '0') as Position;

/** As the driver takes it: a bigint in decimals. */
export const fromPosition = (position: Position | undefined): string =>
  position === undefined ? '0' : String(BigInt(position));
