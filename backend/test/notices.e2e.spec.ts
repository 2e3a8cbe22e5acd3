import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NoticesView } from '@posthorn/contracts/notifications/notices.http';
import type { UserSettings } from '@posthorn/contracts/identity/user-settings.http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Creator } from './creator.ts';
import { eventually } from './eventually.ts';
import { startProduct, type Product } from './product.ts';
import { SandboxControl } from './sandbox-control.ts';

describe('a post that failed', () => {
  let product: Product;
  let sandbox: SandboxControl;
  beforeAll(async () => {
    const times = { tick: 250, lease: 3_000, renewLease: 1_000, gatherFailures: 1_000, grace: 200 };
    product = await startProduct({ env: { POSTHORN_PUBLISHING_TIMES: JSON.stringify(times) } });
    sandbox = new SandboxControl(product.sandboxUrl);
  });
  afterAll(() => product.close());

  const noticesOf = async (creator: Creator) => (await creator.client.get<NoticesView>('/api/notices')).body;
  /** Sent mails about failed posts, with folded header lines joined. */
  const mailsTo = async ({ email }: Creator) => {
    const outbox = join(product.dataDir, 'outbox');
    const names = (await readdir(outbox)).filter((name) => name.startsWith('postFailed-'));
    const mails = await Promise.all(names.map((name) => readFile(join(outbox, name), 'utf8')));
    return mails
      .filter((mail) => mail.includes(`To: ${email}`))
      .map((mail) => mail.replace(/\n[ \t]+/gu, ' '));
  };
  const failPost = async (creator: Creator, text: string) => {
    const account = await creator.connectMastodon();
    await sandbox.refuse('mastodon', 422, { error: 'Text is not allowed' });
    const { body } = await creator.schedule([account], text);
    await creator.settled(body.id, ['failed']);
    return body.id;
  };
  const waitForNotices = (creator: Creator, count: number) =>
    eventually(async () => {
      const view = await noticesOf(creator);
      expect(view.unread).toBe(count);
      return view;
    });

  it('reports a failed post in the app and by mail, and one click on the link in the mail ends these mails', async () => {
    const ana = await Creator.signedIn(product);
    const eve = await Creator.signedIn(product);
    const postId = await failPost(ana, 'Never to be seen');
    const { notices } = await waitForNotices(ana, 1);
    expect(notices).toMatchObject([
      { kind: 'postFailed', cause: 'failed', platform: 'mastodon', postId, read: false },
    ]);
    expect(await noticesOf(eve)).toEqual({ notices: [], unread: 0 });

    const mail = await eventually(async () => {
      const [found] = await mailsTo(ana);
      if (found === undefined) throw new Error('There is no mail yet');
      return found;
    });
    expect(mail).toContain('Subject: Your post needs attention');
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const [, link = ''] = /^List-Unsubscribe: <(\S+)>$/mu.exec(mail) ?? [];
    // Sends the request as a mail server does: without a cookie and without a page of the product.
    const clicked = await fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(clicked.status).toBe(200);
    // The response went to the mail server, so Ana's browser does not know the new log position.
    await eventually(async () => {
      const { body } = await ana.client.get<UserSettings>('/api/user/settings');
      expect(body).toMatchObject({ postFailed: 'app', newComment: 'both' });
    });

    await failPost(ana, 'Nor this one');
    await waitForNotices(ana, 2);
    // The product sends mails in order: Eve's mail would come after a second mail to Ana.
    await failPost(eve, 'Of somebody else');
    await eventually(async () => {
      expect(await mailsTo(eve)).toHaveLength(1);
    });
    expect(await mailsTo(ana)).toHaveLength(1);
  });

  it('sends no mail about a deleted post, and does not repeat a mail after a restart', async () => {
    const ana = await Creator.signedIn(product);
    const eve = await Creator.signedIn(product);
    await failPost(eve, 'Kept');
    await eventually(async () => {
      expect(await mailsTo(eve)).toHaveLength(1);
    });
    await product.stop();
    await product.restart();
    await waitForNotices(eve, 1);
    const id = await failPost(ana, 'Deleted');
    await ana.client.call('DELETE', `/api/posts/${String(id)}`);
    await failPost(eve, 'Later');
    await eventually(async () => {
      expect(await mailsTo(eve)).toHaveLength(2);
    });
    expect(await mailsTo(ana)).toEqual([]);
  });
});
