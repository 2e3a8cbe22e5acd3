import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { Module } from '@nestjs/common';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { Fax, greetingEvents, Greetings, greetingStream } from './testing/greetings.ts';

/** Records sent greetings, and responds as the spec sets it. */
class TestFax extends Fax {
  readonly sent: string[] = [];
  next: 'responds' | 'response lost' | 'request lost' | 'refuses' = 'responds';
  override send(name: string) {
    const behaviour = this.next;
    this.next = 'responds';
    if (behaviour === 'refuses')
      return Promise.resolve({ kind: 'refused', reason: 'no-paper', words: null, retryable: false } as const);
    if (behaviour !== 'request lost') this.sent.push(name);
    if (behaviour !== 'responds') throw new Error('The line went dead');
    return Promise.resolve({ kind: 'done', result: null } as const);
  }
  override find(name: string) {
    const isThere = this.sent.includes(name);
    return Promise.resolve(
      isThere ? ({ kind: 'done', result: null } as const) : ({ kind: 'absent' } as const),
    );
  }
}

const fax = new TestFax();
@Module({ providers: [{ provide: Fax, useValue: fax }, Greetings] })
class GreetingModule {}

const store = new InMemoryEventStore();
let booted: Booted;
let processes: readonly Booted[];
beforeAll(async () => {
  booted = await boot([GreetingModule], { database: true, store });
  const { database: sharing } = booted;
  const anotherProcess = () => boot([GreetingModule], { store, sharing });
  processes = [booted, await anotherProcess(), await anotherProcess()];
}, 60_000);
afterAll(async () => {
  for (const each of [...processes].reverse()) await each.close();
});

async function ask(name: string): Promise<void> {
  const at = new Date(Date.now() - 1000).toISOString();
  const asked = { kind: 'asked', at, dueAt: at, lookUntil: null, atOwnRisk: false } as const;
  const cause = { actor: { kind: 'user', id: 'ana' }, correlationId: 'spec', causationId: 'spec' } as const;
  await booted.app
    .get(CauseContext)
    .run(cause, () =>
      booted.app
        .get(StreamWriter)
        .decide(greetingStream, name, () => greetingEvents({ name, ownerId: 'ana' }, asked)),
    );
}
/** Runs the given number of processes at the same time. */
const work = async (workers = 1) => {
  await booted.catchUp();
  await Promise.all(processes.slice(0, workers).map(({ app }) => app.get(Greetings).round()));
};
const eventTypesOf = (name: string) =>
  store.historyOf(`greeting-${name}`).map(({ type }) => type.replace('Greeting', ''));

it('sends each requested greeting once, with any number of workers', async () => {
  await ask('bob');
  await work(3);
  await work();
  expect(fax.sent).toEqual(['bob']);
  expect(eventTypesOf('bob')).toEqual(['Requested', 'AttemptStarted', 'Sent']);
});

it('looks for a greeting that may have arrived instead of sending it again', async () => {
  fax.next = 'response lost';
  await ask('cyd');
  await work();
  await work();
  expect(fax.sent.filter((name) => name === 'cyd')).toHaveLength(1);
  expect(eventTypesOf('cyd')).toEqual(['Requested', 'AttemptStarted', 'Unknown', 'Sent']);
});

it('does not accept one negative look-up as proof', async () => {
  fax.next = 'request lost';
  await ask('dot');
  await work();
  await work();
  await work();
  expect(fax.sent).not.toContain('dot');
  expect(eventTypesOf('dot')).toEqual(['Requested', 'AttemptStarted', 'Unknown', 'LookedUp']);
});

it('records a refusal, and does not try again', async () => {
  fax.next = 'refuses';
  await ask('eve');
  await work();
  await work();
  expect(eventTypesOf('eve')).toEqual(['Requested', 'AttemptStarted', 'Failed']);
});
