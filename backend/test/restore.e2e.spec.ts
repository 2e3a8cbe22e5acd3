import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { backUpLog } from './back-up-log.ts';
import { startProduct, type Product } from './product.ts';
import { run } from './program.ts';
import { SandboxControl } from './sandbox-control.ts';

const ANA = 'ana@restore.example';
const POSTS = 5;

describe('a restored log under a newer database', () => {
  let product: Product;
  let sandbox: SandboxControl;
  let ana: Creator;
  let accounts: readonly AccountView[];
  let sentAfterBackup: number;
  let afterRestore: number;
  const lost: string[] = [];

  const operator = (command: 'hold' | 'restored', ...args: readonly string[]) =>
    run(`backend/src/cli/${command}.ts`, {
      args,
      env: product.commandEnv,
    });
  beforeAll(async () => {
    product = await startProduct({ fast: true, env: { COMPLIMENTARY_PREMIUM: ANA } });
    sandbox = new SandboxControl(product.sandboxUrl);
    ana = await Creator.signedIn(product, ANA);
    accounts = [await ana.connectBluesky(), await ana.connectMastodon()];
    await operator('hold', 'on', 'a quiet moment for the backup');
    sentAfterBackup = (await ana.schedule(accounts, 'Sent after the backup')).body.id;
    const restoreLog = await backUpLog(product);
    await operator('hold', 'off');
    await ana.settled(sentAfterBackup, ['posted']);
    for (let index = 0; index < POSTS; index++) {
      const { body } = await ana.schedule(accounts, `Lost ${String(index)}`);
      lost.push(String(body.id));
      await ana.settled(body.id, ['posted']);
    }
    // After a kill, unlike a stop, the database server keeps running. Restoring the log needs it.
    await product.kill();
    await restoreLog();
  });
  afterAll(() => product.close());

  it('makes the start of the product fail with the command that the operator must run', async () => {
    await expect(product.restart()).rejects.toThrow(
      /\nThe event log is older than the database, .*: npm run restored -- log\.\n$/u,
    );
  });

  it('starts after that command, with publishing on hold until the operator ends the hold', async () => {
    const done = await operator('restored', 'log');
    expect(done).toMatchObject({ code: 0, said: expect.stringContaining('npm run hold -- off') });
    expect((await operator('hold', 'status')).said).toContain('cannot be listed yet');
    await product.restart();
    const { body: list } = await ana.client.get<readonly { id: number }[]>('/api/posts');
    expect(list.map(({ id }) => id)).toEqual([sentAfterBackup]);
    const fresh = await ana.schedule(accounts, 'Written after the restore');
    expect(fresh.status).toBe(201);
    expect(lost).not.toContain(String(fresh.body.id));
    afterRestore = fresh.body.id;
    // The status lists both posts: they are due, and the hold keeps the worker from publishing them.
    const said = await eventually(async () => {
      const { said } = await operator('hold', 'status');
      expect(said).toContain(`post ${String(afterRestore)} on mastodon`);
      return said;
    });
    expect(said).toMatch(/^Publishing is on hold since .*: log restored, /u);
    expect(said).toContain(`post ${String(sentAfterBackup)} on bluesky`);
    expect(await sandbox.postsWith('Sent after the backup')).toHaveLength(2);
    expect(await sandbox.postsWith('Written after the restore')).toHaveLength(0);
  });

  it("accepts the owner's confirmation of published posts, and publishes the others once", async () => {
    for (const { id } of accounts) {
      const path = `/api/posts/${String(sentAfterBackup)}/targets/${String(id)}/confirm`;
      expect((await ana.client.post(path, {})).status).toBe(200);
    }
    await ana.settled(sentAfterBackup, ['posted']);
    const { body } = await ana.client.get<HistoryView>(`/api/posts/${String(sentAfterBackup)}/history`);
    expect(JSON.stringify(body)).toContain('marked as posted by hand');
    expect(await operator('hold', 'off')).toMatchObject({
      code: 0,
      said: expect.stringContaining('Publishing goes on'),
    });
    await ana.settled(afterRestore, ['posted']);
    expect(await sandbox.postsWith('Sent after the backup')).toHaveLength(2);
    expect(await sandbox.postsWith('Written after the restore')).toHaveLength(2);
    await product.stop();
    await product.restart();
    expect(await operator('hold', 'status')).toEqual({ code: 0, said: 'Publishing is not on hold.' });
  });
});
