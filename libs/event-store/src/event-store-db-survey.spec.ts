import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { parseEventStoreDbUrl } from './event-store-db-url.ts';
import { addressFindings, surveyEventStoreDb } from './event-store-db-survey.ts';
import { LINKS, STATISTICS } from './testing/wire-double/double-log.ts';
import { WireDouble } from './testing/wire-double/wire-double.ts';

let double: WireDouble;
beforeEach(async () => {
  double = await new WireDouble().start();
});
afterEach(() => {
  double.close();
});
const texts = async (url = double.url) =>
  (await surveyEventStoreDb(url)).map(({ state, text }) => `${state}: ${text}`);
const VERSION = expect.stringMatching(/^note: The server is a 24\.10\.0, which has not been tested/);

it('reports the version, and no problem on a well configured server', async () => {
  expect(await texts()).toEqual([VERSION]);
});

it('reports events that the server writes into the log itself', async () => {
  double.log.writeSystemEvents(3, STATISTICS);
  double.log.writeSystemEvents(3, LINKS);
  expect(await texts()).toEqual([
    VERSION,
    expect.stringContaining('note: The server writes its statistics into the log'),
    expect.stringContaining('EVENTSTORE_RUN_PROJECTIONS=None'),
  ]);
});

it('reports a URL with only one node of a cluster, and a node that is down', async () => {
  double.members = [
    { host: '127.0.0.1', port: double.port, leader: true },
    { host: '127.0.0.1', port: 1, leader: false },
    { host: '127.0.0.1', port: 2, leader: false, alive: false },
  ];
  expect(await texts()).toEqual([
    VERSION,
    'bad: 1 of 3 nodes of the cluster do not answer.',
    'bad: EVENTSTORE_URL names 1 of 3 nodes: when it is lost, so is the log.',
  ]);
  expect(await texts(double.url.replace('esdb:', 'esdb+discover:'))).toHaveLength(2);
});

it.each([
  ['esdb://localhost:2113?tls=false', []],
  ['esdb://LOCALHOST,127.0.0.1:2113?tls=false', []],
  ['esdb://localhost,es2:2113?tls=false', [expect.stringContaining('unencrypted')]],
  ['esdb://ana:secret@es1,es2:2113', []],
  ['esdb://admin:changeit@es1', [expect.stringContaining('the default password')]],
])('reports what an operator must change in the URL %s', (url, expected) => {
  expect(addressFindings(parseEventStoreDbUrl(url)).map(({ text }) => text)).toEqual(expected);
});
