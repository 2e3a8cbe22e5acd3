import { afterEach, expect, it } from '@jest/globals';
import { EventStoreDbClients } from './event-store-db-clients.ts';
import { parseEventStoreDbUrl } from './event-store-db-url.ts';

let clients: EventStoreDbClients;
const openClients = () =>
  (clients = new EventStoreDbClients(parseEventStoreDbUrl('esdb://127.0.0.1:9?tls=false')));
afterEach(() => clients.close());

it('keeps a client that has received another response since the late call began', () => {
  const { client, ended } = openClients().current;
  const begun = performance.now() - 1;
  clients.noteResponse(client);
  clients.giveUpSilent(client, begun);
  expect([clients.current.client === client, ended.aborted]).toEqual([true, false]);
});

it('gives up a client that has received no response since the late call began', () => {
  const { client, ended } = openClients().current;
  clients.noteResponse(client);
  clients.giveUpSilent(client, performance.now() + 1);
  expect([clients.current.client === client, ended.aborted]).toEqual([false, true]);
});

it('ignores responses to earlier clients', () => {
  const { client: first } = openClients().current;
  clients.giveUp(first);
  const { client: second } = clients.current;
  clients.noteResponse(first);
  clients.giveUpSilent(second, performance.now() - 1_000);
  expect(clients.current.client).not.toBe(second);
});
