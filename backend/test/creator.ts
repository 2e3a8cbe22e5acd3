import { randomBytes } from 'node:crypto';
import type { AccountChoices } from '@posthorn/contracts/integrations/choices.http';
import {
  disconnectAccount,
  listAccounts,
  type AccountView,
  type ConnectReply,
} from '@posthorn/contracts/integrations/accounts.http';
import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { BrowserlessClient, type ApiResponse } from './browserless-client.ts';
import { eventually } from './eventually.ts';

/** The part of account names that is unique to this spec file, so that files on one product share no account. */
const FILE_ID = randomBytes(3).toString('hex');
let count = 0;

/** A signed-in user who sends the requests of the app over HTTP. */
export class Creator {
  readonly client: BrowserlessClient;
  readonly email: string;

  private constructor(client: BrowserlessClient, email: string) {
    this.client = client;
    this.email = email;
  }

  /** @param headers as in `BrowserlessClient` */
  static async signedIn(
    { url, dataDir }: { url: string; dataDir: string },
    email?: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Creator> {
    const address = email ?? `creator-${FILE_ID}-${String(++count)}@example.com`;
    const client = new BrowserlessClient(url, headers);
    await client.signIn(address, dataDir);
    return new Creator(client, address);
  }

  async connectBluesky(handle = `creator${FILE_ID}${String(++count)}.sandbox.test`): Promise<AccountView> {
    return accountIn(
      await this.client.post<ConnectReply>('/api/auth/bluesky/connect', {
        handle,
        appPassword: 'abcd-efgh-ijkl-mnop',
      }),
    );
  }

  async connectMastodon(
    accessToken = `token-${FILE_ID}-${String(++count)}`,
    instance = 'https://mastodon.sandbox.test',
  ): Promise<AccountView> {
    return accountIn(
      await this.client.post<ConnectReply>('/api/auth/mastodon/connect', {
        instance,
        accessToken,
      }),
    );
  }

  /** Connects accounts through the consent page of the sandbox, and selects all of them when there is a choice. */
  async connect(
    path: string,
    account = `creator${FILE_ID}${String(++count)}`,
  ): Promise<readonly AccountView[]> {
    const { location } = await this.consent(path, { account });
    if (location.pathname === '/settings/accounts') {
      const { body } = await this.client.get<AccountChoices>('/api/connected-accounts/choices');
      const ids = body.choices.map(({ id }) => id);
      const chosen = await this.client.post('/api/connected-accounts/choices', { ids });
      if (chosen.status >= 400)
        throw new Error(`The response to the choice was ${String(chosen.status)}: ${chosen.text}`);
    } else if (!location.searchParams.has('connected')) throw new Error(`Not connected: ${location.href}`);
    const { body } = await this.client.get<readonly AccountView[]>('/api/connected-accounts');
    return body;
  }

  /** Opens the consent page, sends its form and follows the redirect to the callback. `location`: the page of the product after the consent. */
  async consent(
    path: string,
    form: Readonly<{ account: string; deny?: boolean }>,
  ): Promise<Readonly<{ location: URL; callback: URL }>> {
    const page = locationOf(await this.client.get(path), this.client.url);
    const callback = await answerConsent(page, form);
    const response = await this.client.call('GET', `${callback.pathname}${callback.search}`, undefined, {
      'sec-fetch-site': 'cross-site',
    });
    return { location: locationOf(response, this.client.url), callback };
  }

  /** Disconnects every account; does nothing when the session has ended. */
  async disconnectAll(): Promise<void> {
    const list = await this.client.get<readonly AccountView[]>(listAccounts.path);
    if (list.status === 401) return;
    for (const { id } of list.body) {
      const path = disconnectAccount.path.replace(':id', String(id));
      const { status, text } = await this.client.call(disconnectAccount.method, path);
      if (status !== 204) throw new Error(`The response to the disconnection was ${String(status)}: ${text}`);
    }
  }

  schedule(
    accounts: readonly AccountView[],
    content: string,
    extra: object = {},
  ): Promise<ApiResponse<PostView>> {
    return this.client.post<PostView>('/api/posts', {
      content,
      scheduledFor: new Date(Date.now() + 500).toISOString(),
      selectedAccountIds: accounts.map(({ id }) => id),
      ...extra,
    });
  }

  async post(id: number): Promise<PostView> {
    const { body, status, text } = await this.client.get<PostView>(`/api/posts/${String(id)}`);
    if (status !== 200) throw new Error(`Post ${String(id)} got the response ${String(status)}: ${text}`);
    return body;
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

/** Sends the form of a consent page as a browser does, and returns the URL of the redirect. */
export async function answerConsent(
  page: URL,
  { account, deny = false }: Readonly<{ account: string; deny?: boolean }>,
): Promise<URL> {
  const button = deny ? 'deny' : 'allow';
  const reply = await fetch(page, {
    method: 'POST',
    body: new URLSearchParams({ account, [button]: button }),
    redirect: 'manual',
  });
  const location = reply.headers.get('location');
  if (location === null) throw new Error(`The response of the consent page was ${String(reply.status)}`);
  return new URL(location);
}

export function locationOf({ status, headers, text }: ApiResponse, base: string): URL {
  const location = headers.get('location');
  if (location === null) throw new Error(`No redirect but ${String(status)}: ${text.slice(0, 200)}`);
  return new URL(location, base);
}

function accountIn({ status, body, text }: ApiResponse<ConnectReply>): AccountView {
  if (status >= 400) throw new Error(`The response to the connection was ${String(status)}: ${text}`);
  return body.account;
}
