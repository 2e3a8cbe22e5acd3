import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CauseContext } from '#infrastructure/cause-context.ts';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { DatabaseClock } from '#infrastructure/database/database-clock.ts';
import { EffectEngine } from '#infrastructure/effects/effect-engine.ts';
import { EventCatalog } from '#infrastructure/log/event-catalog.ts';
import { StreamWriter } from '#infrastructure/log/stream-writer.ts';
import { ProjectionRegistry } from '#infrastructure/projections/projection-registry.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { Module } from '@nestjs/common';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { Pool } from 'pg';
import { eventsOf, Fax, Greetings, greetings, greetingStream, SendGreeting } from './testing/greetings.ts';

/** A machine that does what it is told, and remembers what it was sent. */
class TestFax extends Fax {
  readonly sent: string[] = [];
  next: 'answers' | 'answer lost' | 'lost' | 'refuses' = 'answers';
  override send(name: string) {
    const how = this.next;
    this.next = 'answers';
    if (how === 'refuses')
      return Promise.resolve({ kind: 'refused', reason: 'no-paper', words: null, retryable: false } as const);
    if (how !== 'lost') this.sent.push(name);
    if (how !== 'answers') throw new Error('The line went dead');
    return Promise.resolve({ kind: 'done', result: null } as const);
  }
  override find(name: string) {
    const isThere = this.sent.includes(name);
    return Promise.resolve(
      isThere ? ({ kind: 'done', result: null } as const) : ({ kind: 'absent' } as const),
    );
  }
}

@Module({ providers: [TestFax, { provide: Fax, useExisting: TestFax }, SendGreeting, Greetings] })
class GreetingModule {
  constructor(catalog: EventCatalog, projections: ProjectionRegistry) {
    catalog.add(greetingStream);
    projections.add(greetings);
  }
}

const store = new InMemoryEventStore();
let booted: Booted;
let fax: TestFax;
beforeAll(async () => {
  booted = await boot([GreetingModule], { database: true, store });
  fax = booted.app.get(TestFax);
}, 60_000);
afterAll(() => booted.close());

async function ask(name: string): Promise<void> {
  const at = new Date(Date.now() - 1000).toISOString();
  const asked = { kind: 'asked', at, nextAt: at, lookUntil: null, atOwnRisk: false } as const;
  const cause = { actor: { kind: 'user', id: 'ana' }, correlationId: 'spec', causationId: 'spec' } as const;
  await booted.app
    .get(CauseContext)
    .run(cause, () =>
      booted.app.get(StreamWriter).decide(greetingStream, name, () => eventsOf(name, 'ana', [asked])),
    );
}
/** As in as many processes: each worker has a loop and a table of its own. */
const work = async (workers = 1) => {
  await booted.catchUp();
  const { app } = booted;
  const parts = [
    app.get(Configuration),
    app.get(Pool),
    app.get(DatabaseClock),
    app.get(EffectEngine),
    app.get(SendGreeting),
  ] as const;
  await Promise.all(Array.from({ length: workers }, () => new Greetings(...parts).round()));
};
const story = (name: string) =>
  store.historyOf(`greeting-${name}`).map(({ type }) => type.replace('Greeting', ''));

it('sends what was asked for, once, whoever works', async () => {
  await ask('bob');
  await work(3);
  await work();
  expect(fax.sent).toEqual(['bob']);
  expect(story('bob')).toEqual(['Requested', 'AttemptStarted', 'Sent']);
});

it('looks for what may have arrived instead of sending it again', async () => {
  fax.next = 'answer lost';
  await ask('cyd');
  await work();
  await work();
  expect(fax.sent.filter((name) => name === 'cyd')).toHaveLength(1);
  expect(story('cyd')).toEqual(['Requested', 'AttemptStarted', 'Unknown', 'Sent']);
});

it('does not take one negative look for a proof', async () => {
  fax.next = 'lost';
  await ask('dot');
  await work();
  await work();
  await work();
  expect(fax.sent).not.toContain('dot');
  expect(story('dot')).toEqual(['Requested', 'AttemptStarted', 'Unknown', 'LookedUp']);
});

it('tells a refusal, and tries no more', async () => {
  fax.next = 'refuses';
  await ask('eve');
  await work();
  await work();
  expect(story('eve')).toEqual(['Requested', 'AttemptStarted', 'Failed']);
});
