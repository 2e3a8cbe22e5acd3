import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { SafeHttp } from '#infrastructure/outgoing/safe-http.ts';
import { MemoryPersonalKeys } from '#infrastructure/testing/memory-personal-keys.ts';
import { testConfiguration } from '#infrastructure/testing/test-configuration.ts';
import { productStreams } from './testing/product-streams.ts';
import {
  storableOutcome,
  storableRefs,
} from '#modules/integrations/gateways/connectors/publish/storable-outcome.ts';
import type { PublishRefs } from '#connectors/contract/publication.ts';
import { allConnectors } from '#connectors/all-connectors.ts';
import { Breaker } from '#infrastructure/outgoing/breaker.ts';
import { LinkCards } from '#connectors/kit/link-cards/link-cards.ts';
import { PlatformHttp } from '#connectors/kit/platform-http.ts';
import type { RemoteAccount } from '#connectors/contract/connector.ts';
import { MemoryAccess, publicationOf } from '#connectors/testing/account-access.ts';
import { ConformanceWorld } from '#connectors/testing/conformance/conformance-world.ts';
import { TemporaryMediaServer } from '#connectors/testing/conformance/temporary-media-server.ts';

/** Texts with characters that no log and no row can store, between valid characters. */
const hostile = fc
  .array(fc.constantFrom('\0', '\ud83d', '\udc4d', '👍', 'a', ' ', '<', '"', '\u2028', 'x'.repeat(3000)), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

/** Returns a response with the field names of all platforms, each with the same text. */
function responseOf(words: string): JsonObject {
  const texts: JsonObject = Object.fromEntries(
    [
      ...[
        'id',
        'message',
        'title',
        'detail',
        'url',
        'uri',
        'cid',
        'permalink',
        'description',
        'reason',
        'type',
      ],
      ...[
        'status',
        'status_code',
        'code',
        'error_user_msg',
        'error_user_title',
        'error_description',
        'log_id',
      ],
      ...[
        'publish_id',
        'upload_url',
        'post_id',
        'media_id',
        'request_status',
        'creator_username',
        'username',
      ],
      words,
    ].map((name) => [name, words]),
  );
  const list: JsonValue = [{ ...texts, text: words, snippet: texts }];
  return {
    ...texts,
    data: { ...texts, id: words },
    error: texts,
    errors: list,
    items: list,
    elements: list,
    value: texts,
    request_status: words,
    records: list,
  };
}

const world = new ConformanceWorld();
const mediaServer = new TemporaryMediaServer();
const nextResponse = { status: 200, body: '{}' };
const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(nextResponse.status, { 'content-type': 'application/json' }).end(nextResponse.body);
  });
});
let http: SafeHttp;
let context: Omit<Parameters<typeof allConnectors>[0], 'http'>;
let codec: EventCodec;
let schema: number;

beforeAll(async () => {
  await Promise.all([world.open(), mediaServer.start()]);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  http = new SafeHttp({ sandboxPort: port });
  const configuration = testConfiguration({ SANDBOX_PORT: String(port), PUBLIC_URL: mediaServer.url });
  const pause = (milliseconds: number) => {
    world.clock.advance(milliseconds);
    return Promise.resolve();
  };
  context = { clock: world.clock, configuration, media: mediaServer, cards: new LinkCards(http), pause };
  const catalog = await productStreams();
  schema = catalog.shapeOf('PublishPrepared')?.schema ?? 1;
  codec = new EventCodec(catalog, new MemoryPersonalKeys());
}, 60_000);
afterAll(async () => {
  await Promise.all([http.onApplicationShutdown(), world.close(), mediaServer.close()]);
  server.close();
});

/** How the sandbox connects an account on platforms without a consent page. */
const CONNECT_FORMS: Partial<Record<Platform, Parameters<ConformanceWorld['accounts']>[1]>> = {
  mastodon: { kind: 'token', server: 'https://mastodon.sandbox.test', token: 'ana' },
  bluesky: { kind: 'app-password', identifier: 'ana.bluesky.sandbox.test', password: 'app-password' },
};
const platforms: readonly Platform[] = [
  ...(['facebook', 'instagram', 'twitter', 'tiktok', 'linkedin', 'youtube'] as const),
  ...(['snapchat', 'pinterest', 'threads', 'bluesky', 'mastodon'] as const),
];

const accounts = new Map<Platform, RemoteAccount>();
async function accountOn(platform: Platform): Promise<RemoteAccount> {
  const known = accounts.get(platform);
  if (known) return known;
  const [account] = await world.accounts(platform, CONNECT_FORMS[platform] ?? { account: 'ana' });
  if (!account) throw new Error(`The sandbox opened no account on ${platform}.`);
  accounts.set(platform, account);
  return account;
}

/** Runs all steps of one publication. Returns all values that the product would store. */
async function storedOn(platform: Platform): Promise<JsonValue[]> {
  const account = await accountOn(platform);
  const connectors = allConnectors({ ...context, http: new PlatformHttp(http, new Breaker()) });
  const connector = connectors.find((one) => one.platform === platform);
  if (!connector) throw new Error(`There is no connector for ${platform}.`);
  const access = new MemoryAccess(account.limits, account.credentials);
  const media = platform === 'twitter' || platform === 'linkedin' ? [] : [world.images[0] ?? world.png];
  const publication = { ...publicationOf('Hi', media), platform };
  const stored: JsonValue[] = [];
  const saveRefs = (refs: PublishRefs) => Promise.resolve(void stored.push(storableRefs(refs)));
  const saveOutcome = (outcome: Readonly<{ kind: string }> & JsonObject) =>
    stored.push(storableOutcome(outcome));
  const signal = AbortSignal.timeout(5_000);
  const prepared = await connector.prepare(access, publication, null, saveRefs, signal);
  saveOutcome(prepared);
  const refs = prepared.kind === 'prepared' ? prepared.refs : {};
  saveOutcome(await connector.call(access, publication, refs, signal));
  saveOutcome(await connector.lookUp(access, publication, refs, world.clock.now().toISOString()));
  return stored;
}

const target = { postId: 1, accountId: 7, ownerId: 'ana', platform: 'mastodon' };

describe.each(platforms)('%s', (platform) => {
  it('returns outcomes that the log can store, even if the platform returns hostile texts', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, fc.constantFrom(200, 201, 400, 401, 403, 422, 429), async (words, status) => {
        nextResponse.status = status;
        nextResponse.body = JSON.stringify(responseOf(words));
        for (const refs of await storedOn(platform).catch(loggedError)) {
          const event = { type: 'PublishPrepared', schema, data: { ...target, contentHash: 'h', refs } };
          await codec.encode('publication-1-7', event);
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

/** A connector may throw on a malformed response. The product logs this error and never stores it in an event. */
function loggedError(error: unknown): JsonValue[] {
  expect(error).toBeInstanceOf(Error);
  return [{ words: storableOutcome({ kind: 'refused', words: String(error) }).words }];
}
