import { BACKWARDS, END, type EventStoreDBClient } from '@eventstore/db-client';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { EventStoreDbClients } from './event-store-db-clients.ts';
import { parseEventStoreDbUrl, type EventStoreDbUrl } from './event-store-db-url.ts';

/** `bad`: must be fixed; `note`: works, but has a cost. */
export type ServerFinding = Readonly<{ state: 'good' | 'note' | 'bad'; text: string }>;

/** The newest events to examine: a server with statistics writes some every 30 seconds. */
const NEWEST = 500;
const TESTED_VERSION = /^23\.10\./;
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Examines a running EventStoreDB, and reports what an operator should know. It only reads. For the right set-up, see
 * docs/how-to/run-on-eventstoredb.md.
 * @throws any error of the client, and Error when the URL is invalid
 */
export async function surveyEventStoreDb(text: string): Promise<readonly ServerFinding[]> {
  const server = parseEventStoreDbUrl(text);
  const clients = new EventStoreDbClients(server);
  const { client } = clients.current;
  try {
    const { serverVersion } = await insideOf(client).capabilities;
    const members = await membersOf(client);
    return [
      TESTED_VERSION.test(serverVersion)
        ? good(`The server is a ${serverVersion}.`)
        : note(
            `The server is a ${serverVersion}, which has not been tested. You can run the test suites on it.`,
          ),
      ...addressFindings(server),
      ...clusterFindings(members, server),
      ...(await serverEventFindings(client, server)),
    ];
  } finally {
    await clients.close();
  }
}

/** The findings that follow from the URL alone. */
export function addressFindings({ tls, hosts, username, password }: EventStoreDbUrl): ServerFinding[] {
  if (!tls)
    return hosts.every((host) => LOOPBACK.test(host))
      ? []
      : [bad('The words of users cross the network unencrypted. Run the server with certificates.')];
  return username === 'admin' && password === 'changeit'
    ? [bad('The user admin has the default password. Change it, and use another user.')]
    : [];
}

function clusterFindings(
  members: readonly gossip.MemberInfo[],
  { hosts: { length: named }, isDiscovered }: EventStoreDbUrl,
): ServerFinding[] {
  const silent = members.filter((member) => !member.getIsAlive()).length;
  const findings: ServerFinding[] = [];
  if (silent > 0)
    findings.push(bad(`${String(silent)} of ${String(members.length)} nodes of the cluster do not answer.`));
  if (!isDiscovered && named < members.length)
    findings.push(
      bad(
        `EVENTSTORE_URL names ${String(named)} of ${String(members.length)} nodes: when it is lost, so is the log.`,
      ),
    );
  return findings;
}

/** Findings about events that the server itself writes into the log, unless its configuration prevents this. */
async function serverEventFindings(
  client: EventStoreDBClient,
  { username, password }: EventStoreDbUrl,
): Promise<ServerFinding[]> {
  const types = new Set<string>();
  const newest = client.readAll({
    fromPosition: END,
    direction: BACKWARDS,
    maxCount: NEWEST,
    credentials: { username, password },
  });
  for await (const { event } of newest) if (event) types.add(event.type);
  return [
    ...(types.has('$statsCollected')
      ? [
          note(
            'The server writes its statistics into the log. Set EVENTSTORE_WRITE_STATS_TO_DB=false, and use its metrics.',
          ),
        ]
      : []),
    ...(types.has('$>')
      ? [note('Projections of the server write a link for each event. Set EVENTSTORE_RUN_PROJECTIONS=None.')]
      : []),
  ];
}

async function membersOf(client: EventStoreDBClient): Promise<readonly gossip.MemberInfo[]> {
  return insideOf(client).execute(
    gossipService.GossipClient,
    'gossip',
    (calls) =>
      new Promise((resolve, reject) => {
        calls.read(new shared.Empty(), (error, info) => {
          if (error) reject(error);
          else resolve(info.getMembersList());
        });
      }),
  );
}

/** Private members of client 6.2.1. */
type Inside = Readonly<{
  capabilities: Promise<Readonly<{ serverVersion: string }>>;
  execute: <Calls, Answer>(
    service: new (...from: never[]) => Calls,
    name: string,
    ask: (calls: Calls) => Promise<Answer>,
  ) => Promise<Answer>;
}>;
const insideOf = (client: EventStoreDBClient): Inside => client as unknown as Inside;

const good = (text: string): ServerFinding => ({ state: 'good', text });
const note = (text: string): ServerFinding => ({ state: 'note', text });
const bad = (text: string): ServerFinding => ({ state: 'bad', text });
