import type { AccountView, ConnectReply } from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { BrowserlessClient, type Answer } from './browserless-client.ts';
import { eventually } from './eventually.ts';

let count = 0;

/** A signed-in creator who does what people do, over HTTP. */
export class Creator {
  readonly client: BrowserlessClient;
  readonly email: string;

  private constructor(client: BrowserlessClient, email: string) {
    this.client = client;
    this.email = email;
  }

  static async signedIn(
    { url, dataDir }: { url: string; dataDir: string },
    email?: string,
  ): Promise<Creator> {
    const address = email ?? `creator-${String(process.pid)}-${String(++count)}@example.com`;
    const client = new BrowserlessClient(url);
    await client.signIn(address, dataDir);
    return new Creator(client, address);
  }

  async connectBluesky(handle = `creator${String(++count)}.sandbox.test`): Promise<AccountView> {
    return connected(
      await this.client.post<ConnectReply>('/api/auth/bluesky/connect', {
        handle,
        appPassword: 'abcd-efgh-ijkl-mnop',
      }),
    );
  }

  async connectMastodon(accessToken = `token-${String(++count)}`): Promise<AccountView> {
    return connected(
      await this.client.post<ConnectReply>('/api/auth/mastodon/connect', {
        instance: 'https://mastodon.sandbox.test',
        accessToken,
      }),
    );
  }

  schedule(accounts: readonly AccountView[], content: string, more: object = {}): Promise<Answer<PostView>> {
    return this.client.post<PostView>('/api/posts', {
      content,
      scheduledFor: new Date(Date.now() + 500).toISOString(),
      selectedAccountIds: accounts.map(({ id }) => id),
      ...more,
    });
  }

  async post(id: number): Promise<PostView> {
    const { body } = await this.client.get<readonly PostView[]>('/api/posts');
    const post = body.find((each) => each.id === id);
    if (!post) throw new Error(`Post ${String(id)} is not in the list`);
    return post;
  }

  /** Waits until every target of a post is in one of these states. */
  settled(id: number, states: readonly string[] = ['posted', 'failed'], seconds = 60): Promise<PostView> {
    return eventually(async () => {
      const post = await this.post(id);
      const open = post.targets.filter(({ status }) => !states.includes(status));
      if (open.length > 0) throw new Error(`Still open: ${JSON.stringify(post.targets)}`);
      return post;
    }, seconds);
  }
}

function connected({ status, body, text }: Answer<ConnectReply>): AccountView {
  if (status >= 400) throw new Error(`Connecting answered ${String(status)}: ${text}`);
  return body.account;
}
