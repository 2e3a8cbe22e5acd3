import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { WireDouble } from '@posthorn/event-store/testing/wire-double/wire-double';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';
import { SandboxControl } from './sandbox-control.ts';

const ANA = 'ana@log-copy.example';

describe('a log that moves to EventStoreDB, back, and to EventStoreDB again', () => {
  let product: Product;
  let server: WireDouble;
  let ana: Creator;
  let accounts: readonly AccountView[];
  let firstPostId: number;

  const logCopy = (...args: readonly string[]) =>
    run('backend/src/cli/log-copy.ts', {
      args: ['--to', server.url, ...args],
      env: product.commandEnv,
    });
  const schedule = (text: string) => ana.schedule(accounts, text);
  const postIds = async () =>
    (await ana.client.get<readonly { id: number }[]>('/api/posts')).body.map(({ id }) => id);

  beforeAll(async () => {
    server = await new WireDouble().start();
    product = await startProduct({ log: 'postgres', fast: true, env: { COMPLIMENTARY_PREMIUM: ANA } });
    ana = await Creator.signedIn(product, ANA);
    accounts = [await ana.connectBluesky()];
    firstPostId = (await schedule('Written before the move')).body.id;
    await ana.settled(firstPostId, ['posted']);
  });
  afterAll(async () => {
    await product.close();
    server.close();
  });

  it('makes a running product report that it is not ready, with the next step', async () => {
    const copied = await logCopy();
    expect(copied).toMatchObject({
      code: 0,
      said: expect.stringContaining('Start it with EVENTSTORE_URL set to the URL that you gave'),
    });
    const refused = await schedule('Never stored');
    expect(refused).toMatchObject({ status: 503, body: { code: 'server.log-sealed' } });
    await eventually(async () => {
      const ready = await fetch(`${product.url}/health/ready`);
      expect([ready.status, await ready.text()]).toEqual([
        503,
        expect.stringContaining('set EVENTSTORE_URL to that one and start Posthorn again'),
      ]);
    });
  });

  it('moves back only while no process runs, and seals the copy', async () => {
    expect(await logCopy('--undo')).toEqual({
      code: 1,
      said: 'log:copy: Posthorn is running on this database: stop all its processes first.',
    });
    await product.stop();
    expect(await logCopy('--undo')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Start Posthorn without EVENTSTORE_URL.'),
    });
    await expect(product.restart({ EVENTSTORE_URL: server.url })).rejects.toThrow(
      /is sealed because it is a copy that broke off or was taken back: start Posthorn without EVENTSTORE_URL/u,
    );
    await product.restart();
    expect(await postIds()).toEqual([firstPostId]);
  });

  it('loses no accepted post when an operator tries to move back while the product runs', async () => {
    expect(await logCopy()).toMatchObject({ code: 0 });
    await product.stop();
    await product.restart({ EVENTSTORE_URL: server.url });
    expect(await logCopy('--undo')).toMatchObject({ code: 1, said: expect.stringContaining('is running') });
    const accepted = await schedule('Accepted on the new log');
    expect(accepted.status).toBe(201);
    await ana.settled(accepted.body.id, ['posted']);
    expect((await postIds()).sort()).toEqual([firstPostId, accepted.body.id].sort());
    const sandbox = new SandboxControl(product.sandboxUrl);
    expect(await sandbox.postsWith('Accepted on the new log')).toHaveLength(1);
    await product.stop();
    expect(await logCopy('--undo')).toEqual({
      code: 1,
      said: 'log:copy: There is no way back: the target holds events that the source does not',
    });
    await product.restart({ EVENTSTORE_URL: server.url });
    expect(await postIds()).toHaveLength(2);
  });
});
