import type { Closure, EventStore } from '@posthorn/event-sourcing/event-store';
import { AGES } from './ages.ts';

/** Why the log takes no events, and what to do about it, in one sentence for operators; null while it takes them. */
export async function whyClosed(store: Pick<EventStore, 'closure' | 'describe'>): Promise<string | null> {
  const closure = await store.closure();
  if (closure === null) return null;
  const { kind, address } = await store.describe();
  return kind === 'postgres' && closure === 'sealed' ? MOVED_AWAY : SENTENCES[closure](address);
}

const MOVED_AWAY =
  'The event log in the database is sealed because it was copied to another one: set EVENTSTORE_URL to that one and ' +
  'start Posthorn again, or, if the copy broke off, run npm run log:copy again.';

const SENTENCES: Readonly<Record<Closure, (address: string) => string>> = {
  sealed: (address) =>
    `The event log at ${address} is sealed because it is a copy that broke off or was taken back: start Posthorn without ` +
    'EVENTSTORE_URL, or finish the copy: npm run log:copy -- --to esdb://….',
  'taken over': (address) =>
    `The event log at ${address} is read by the database of another installation: set EVENTSTORE_URL to a log of this ` +
    'one\u2019s own, or, if that database is gone for good, take the log over: npm run restored -- database.',
  older: () => AGES.log,
};
