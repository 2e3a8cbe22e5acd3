import { setTimeout as pause } from 'node:timers/promises';
import type { CreatedWebhookView, DeliveryView } from '@posthorn/contracts/external/webhooks.http';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Webhook as Signing } from 'standardwebhooks';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

// The product is killed while it sends webhooks. It must lose no event, and each webhook must be signed.

const ANA = 'ana@hooks.example';
const PATH = '/ana';
/** A hundred kills take a quarter of an hour: `WEBHOOK_KILLS=100`. */
const KILLS = Number(process.env['WEBHOOK_KILLS'] ?? 6);
const POSTS_A_KILL = 4;
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

type WebhookMessage = Readonly<{
  id: string;
  type: string;
  timestamp: string;
  data: Readonly<{ postId: number }>;
}>;

let product: Product;
let sandbox: SandboxControl;
let ana: Creator;
let account: AccountView;
let webhook: CreatedWebhookView;

beforeAll(async () => {
  product = await startProduct({ fast: true, env: { COMPLIMENTARY_PREMIUM: ANA } });
  sandbox = new SandboxControl(product.sandboxUrl);
  ana = await Creator.signedIn(product, ANA);
  account = await ana.connectMastodon();
  const request = { url: `https://hooks.sandbox.test${PATH}`, types: ['post.*'] };
  webhook = (await ana.client.post<CreatedWebhookView>('/api/webhook-endpoints', request)).body;
});
afterAll(() => product.close());

/** Returns the webhooks that arrived after the first `seen`. @throws WebhookVerificationError for a wrong signature */
async function verifiedHooks(seen = 0): Promise<readonly WebhookMessage[]> {
  const signing = new Signing(webhook.secret);
  return (await sandbox.hooks(PATH)).slice(seen).map(({ headers, body }) => {
    const message = signing.verify(body, headers) as WebhookMessage;
    expect(headers['webhook-id']).toBe(message.id);
    return message;
  });
}

async function schedule(text: string): Promise<number> {
  const { status, body } = await ana.schedule([account], text, { scheduledFor: TOMORROW });
  expect(status).toBe(201);
  return body.id;
}

it('sends a webhook when a user schedules a post', async () => {
  const id = await schedule('Bread for everybody');
  const [delivered] = await eventually(async () => {
    const hooks = await verifiedHooks();
    expect(hooks).toHaveLength(1);
    return hooks;
  });
  expect(delivered).toMatchObject({ type: 'post.scheduled', data: { postId: id, scheduledFor: TOMORROW } });
});

it(
  'sends a webhook for each post, and repeats it with the same id, however often the product is killed',
  async () => {
    const scheduledIds = new Set<number>();
    const deliveries: WebhookMessage[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      // The product sends a webhook again when the receiver accepts it and does not respond.
      if (kill % 4 === 1) await sandbox.fault('hooks', 'dropAfterAccept', 2);
      if (kill % 4 === 2) await sandbox.fault('hooks', 'http500', 3);
      for (let index = 0; index < POSTS_A_KILL; index += 1)
        scheduledIds.add(await schedule(`Kill ${String(kill)}, post ${String(index)}`));
      await pause(Math.random() * 400);
      await product.kill();
      await product.restart();
      deliveries.push(...(await verifiedHooks(deliveries.length)));
    }
    await eventually(async () => {
      deliveries.push(...(await verifiedHooks(deliveries.length)));
      const arrived = new Set(deliveries.map(({ data }) => data.postId));
      expect([...scheduledIds].filter((id) => !arrived.has(id))).toEqual([]);
    }, 120);
    const idsOf = new Map<number, Set<string>>();
    for (const { id, data } of deliveries)
      idsOf.set(data.postId, (idsOf.get(data.postId) ?? new Set<string>()).add(id));
    expect([...idsOf.values()].filter((ids) => ids.size > 1)).toEqual([]);
    expect(new Set([...idsOf.values()].flatMap((ids) => [...ids])).size).toBe(idsOf.size);
    // A new worker has sent everything that the killed workers left.
    await eventually(async () => {
      const path = `/api/webhook-endpoints/${webhook.id}/deliveries?state=waiting`;
      const { body } = await ana.client.get<{ items: readonly DeliveryView[] }>(path);
      expect(body.items).toEqual([]);
    }, 60);
  },
  60 * 60_000,
);
