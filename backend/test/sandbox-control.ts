import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
export type SandboxPost = Readonly<{
  platform: string;
  account: string;
  remoteId: string;
  text: string;
  media: readonly Readonly<{ type: string; bytes: number }>[];
  card?: Readonly<{
    url: string;
    title: string;
    description: string;
    picture: Readonly<{ type: string; bytes: number }> | null;
  }>;
  coverAt?: number;
  cover?: Readonly<{ type: string; bytes: number }>;
  receivedAt: string;
}>;
export type SandboxReply = Readonly<{
  platform: string;
  author: string;
  remoteId: string;
  parentId: string;
  text: string;
}>;
export type Fault =
  | 'http500'
  | 'http429'
  | 'hang'
  | 'hold'
  | 'dropAfterAccept'
  | 'createThenRefuse'
  | 'revoked'
  | 'html'
  | 'slowProcessing'
  | 'failProcessing';

/** How the sandbox delivers the webhooks of its platforms. */
export type WebhookFaults = Readonly<
  Partial<Record<'send' | 'doubled' | 'forged' | 'reordered' | 'withheld', boolean>>
>;

export type ReceivedHook = Readonly<{ headers: Readonly<Record<string, string>>; body: string }>;

/** `approve`: whether the card holder approves the payment at the bank. */
export type Payment = Readonly<{ clientSecret: string; card?: string; approve?: boolean }>;
export type PaymentOutcome = Readonly<{ status: string; error?: Readonly<{ code: string }> }>;

type RevokedAccount = Pick<AccountView, 'platform' | 'accountName'>;

/** The objects at Stripe. */
export type StripeState = Readonly<{
  customers: readonly Readonly<{ id: string; metadata: Readonly<Record<string, string>> }>[];
  subscriptions: readonly Readonly<{
    id: string;
    status: string;
    customer: string;
    items: Readonly<{ data: readonly Readonly<{ price: Readonly<{ unit_amount: number }> }>[] }>;
  }>[];
  /** Oldest first. */
  events: readonly Readonly<{ id: string; data: Readonly<{ object: Readonly<{ customer?: string }> }> }>[];
}>;

/** The sandbox's control API. */
export class SandboxControl {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async posts(platform?: string): Promise<readonly SandboxPost[]> {
    const response = await fetch(`${this.#url}/control/posts${platform ? `?platform=${platform}` : ''}`);
    return (await response.json()) as SandboxPost[];
  }

  /** The accounts of a platform for which the product has subscribed to webhooks. */
  async subscriptions(platform: string): Promise<readonly Readonly<{ accountId: string }>[]> {
    const response = await fetch(`${this.#url}/control/subscriptions?platform=${platform}`);
    return (await response.json()) as readonly Readonly<{ accountId: string }>[];
  }

  /** Tokens and logins of accounts that are still valid. */
  async liveTokens(): Promise<readonly Readonly<{ app: string; account: string; kind: string }>[]> {
    const response = await fetch(`${this.#url}/control/tokens`);
    return (await response.json()) as readonly Readonly<{ app: string; account: string; kind: string }>[];
  }

  /** Ends all subscriptions to webhooks, as a platform may do without notice. */
  async endSubscriptions(platform: string): Promise<void> {
    await this.#post('/control/subscriptions/end', { platform });
  }

  async postsWith(text: string): Promise<readonly SandboxPost[]> {
    return (await this.posts()).filter((post) => post.text.includes(text));
  }

  /** The number of final publishing calls to all platforms, accepted or not. */
  async publishingCalls(): Promise<number> {
    const response = await fetch(`${this.#url}/control/calls`);
    const calls = (await response.json()) as readonly { endpoint: string; calls: number }[];
    return calls
      .filter(({ endpoint }) => /^POST \/api\/v1\/statuses$|\.(putRecord|createRecord)$/u.test(endpoint))
      .reduce((sum, each) => sum + each.calls, 0);
  }

  /** @param call the call that gets the fault; default: the publishing call */
  async fault(
    platform: string,
    fault: Fault,
    times = 1,
    retryAfterSeconds?: number,
    call?: string,
  ): Promise<void> {
    await this.#post('/control/faults', {
      platform,
      fault,
      times,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...(call !== undefined && { call }),
    });
  }

  /**
   * Refuses every call of this account, and of no other account, as revoked. One refusal would not be enough: several workers call at
   * the same time, and later calls would find a working account.
   */
  revoke(account: RevokedAccount): Promise<void> {
    return this.#refuseTokens(account, 100_000);
  }

  /** Accepts the account again, for a new consent. */
  allow(account: RevokedAccount): Promise<void> {
    return this.#refuseTokens(account, 0);
  }

  async #refuseTokens({ platform, accountName: account }: RevokedAccount, times: number): Promise<void> {
    await this.#post('/control/faults', { platform, fault: 'revoked', times, account });
  }

  /** Makes the platform refuse the next post permanently, with this response. */
  async refuse(platform: string, status: number, body: object): Promise<void> {
    await this.#post('/control/faults', { platform, fault: 'answer', times: 1, answer: { status, body } });
  }

  /** Adds another person's comment on a published post. Returns the comment's id. */
  async comment(
    comment: Readonly<{
      platform: string;
      remoteId: string;
      author: string;
      text: string;
      parentId?: string;
      bot?: boolean;
      unannounced?: boolean;
    }>,
  ): Promise<string> {
    return ((await this.#post('/control/comments', comment)) as { id: string }).id;
  }

  async editComment(platform: string, id: string, text: string): Promise<void> {
    await this.#post('/control/comments/edit', { platform, id, text });
  }

  async deleteComment(platform: string, id: string): Promise<void> {
    await this.#post('/control/comments/delete', { platform, id });
  }

  /** The replies that the product's accounts wrote under posts. */
  async replies(platform?: string): Promise<readonly SandboxReply[]> {
    const response = await fetch(`${this.#url}/control/replies${platform ? `?platform=${platform}` : ''}`);
    return (await response.json()) as SandboxReply[];
  }

  async isHidden(platform: string, id: string): Promise<boolean> {
    const query = new URLSearchParams({ platform, id }).toString();
    const response = await fetch(`${this.#url}/control/comments/hidden?${query}`);
    return ((await response.json()) as { hidden: boolean }).hidden;
  }

  /** The state of a comment. Always `shown` on Mastodon, which cannot hide comments. */
  async stateOfComment(platform: string, id: string): Promise<'shown' | 'hidden' | 'gone'> {
    if (platform === 'mastodon') return 'shown';
    const query = new URLSearchParams({ platform, id }).toString();
    const response = await fetch(`${this.#url}/control/comments/hidden?${query}`);
    if (response.status === 400) return 'gone';
    return ((await response.json()) as { hidden: boolean }).hidden ? 'hidden' : 'shown';
  }

  /** Sets the figures that a platform reports for a post from now on. */
  async metrics(
    platform: string,
    remoteId: string,
    figures: Readonly<Record<string, number | readonly string[]>>,
  ): Promise<void> {
    await this.#post('/control/metrics', { platform, remoteId, ...figures });
  }

  /** Releases the calls that `hold` delays. Returns the longest delay in milliseconds. */
  async release(): Promise<number> {
    return ((await this.#post('/control/release', {})) as { heldUpFor: number }).heldUpFor;
  }

  async settings(settings: Readonly<Record<string, number | boolean | string>>): Promise<void> {
    await this.#post('/control/settings', settings);
  }

  /** Sets how the platforms deliver webhooks for comments. */
  async webhooks(faults: WebhookFaults): Promise<void> {
    await this.#post('/control/webhooks', faults);
  }

  /** The webhooks that the product sent to one path of `hooks.sandbox.test`, oldest first. */
  async hooks(path: string): Promise<readonly ReceivedHook[]> {
    const response = await fetch(`${this.#url}/control/webhooks?path=${encodeURIComponent(path)}`);
    return ((await response.json()) as { received: readonly ReceivedHook[] }).received;
  }

  async delivered(): Promise<readonly Readonly<{ commentId: string; status: number | null }>[]> {
    const response = await fetch(`${this.#url}/control/webhooks`);
    return ((await response.json()) as { delivered: { commentId: string; status: number | null }[] })
      .delivered;
  }

  /** Makes something happen at Stripe, or moves its clock. */
  async stripe(
    action: 'advance' | 'credit' | 'decline' | 'deliver' | 'webhooks',
    body: object,
  ): Promise<void> {
    await this.#post(`/control/stripe/${action}`, body);
  }

  /** Fills in the payment form. */
  async confirm(payment: Payment): Promise<PaymentOutcome> {
    return (await this.#post('/control/stripe/confirm', payment)) as PaymentOutcome;
  }

  async stripeState(): Promise<StripeState> {
    const response = await fetch(`${this.#url}/control/stripe`);
    return (await response.json()) as StripeState;
  }

  async reset(): Promise<void> {
    await this.#post('/control/reset', {});
  }

  async #post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${path} got the response ${String(response.status)}: ${await response.text()}`);
    return response.json();
  }
}
