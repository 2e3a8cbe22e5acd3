import { POSITION_HEADER, STALE_HEADER } from '@posthorn/contracts/shared/call';
import type { Position } from '@posthorn/event-sourcing/event-store';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Controller, Get, Module, Param, Post } from '@nestjs/common';
import { PositionContext, type RequestPositions } from '#infrastructure/event-log/position-context.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { Public } from '../session/public-route.ts';

const WRITTEN = '00000000000000000007' as Position;
/** The server compresses only long responses. */
const BYTES = { short: 10, long: 10_000 } as const;

let isBehind: boolean;
let settled: number;
const gate: Pick<ReadGate, 'waitFor' | 'settle'> = {
  waitFor: () => Promise.resolve(),
  settle: async (request: RequestPositions) => {
    await new Promise(setImmediate);
    settled += 1;
    request.stale = isBehind;
  },
};

@Public()
@Controller('/api/changes')
class ChangesController {
  constructor(private readonly positions: PositionContext) {}
  @Post(':length')
  change(@Param('length') length: keyof typeof BYTES) {
    this.positions.wrote('change', WRITTEN, ['Changed']);
    return { words: 'a'.repeat(BYTES[length]) };
  }
  @Get(':length')
  read(@Param('length') length: keyof typeof BYTES) {
    return { words: 'a'.repeat(BYTES[length]) };
  }
}
@Module({ controllers: [ChangesController] })
class ChangesModule {}

let booted: Booted;
beforeAll(async () => {
  booted = await boot([ChangesModule], { bindings: [{ provide: ReadGate, useValue: gate }] });
});
afterAll(() => booted.close());
beforeEach(() => {
  [isBehind, settled] = [false, 0];
});

/** Accepts compressed responses, as browsers do. */
const send = async (method: string, length: keyof typeof BYTES) => {
  const response = await fetch(`${booted.url}/api/changes/${length}`, { method });
  expect(((await response.json()) as { words: string }).words).toHaveLength(BYTES[length]);
  const { headers } = response;
  return { position: headers.get(POSITION_HEADER), stale: headers.get(STALE_HEADER), settled };
};

it.each(['short', 'long'] as const)(
  'reports the position of the log in a %s response to a change, and whether the read models are behind',
  async (length) => {
    expect(await send('POST', length)).toEqual({ position: WRITTEN, stale: null, settled: 1 });
    isBehind = true;
    expect(await send('POST', length)).toEqual({ position: WRITTEN, stale: 'stale', settled: 2 });
  },
);
it.each(['short', 'long'] as const)('does not wait before a %s response to a read', async (length) => {
  expect(await send('GET', length)).toEqual({ position: null, stale: null, settled: 0 });
});
