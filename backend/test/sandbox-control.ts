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

/** What becomes of the deliveries of its platforms. */
export type WebhookFaults = Readonly<
  Partial<Record<'send' | 'doubled' | 'forged' | 'reordered' | 'withheld', boolean>>
>;

export type TakenHook = Readonly<{ headers: Readonly<Record<string, string>>; body: string }>;

/** `approve`: what is answered to a bank that asks first. */
export type Payment = Readonly<{ clientSecret: string; card?: string; approve?: boolean }>;
export type PaymentOutcome = Readonly<{ status: string; error?: Readonly<{ code: string }> }>;

type RevokedAccount = Pick<AccountView, 'platform' | 'accountName'>;

/** What there is at Stripe. */
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

  /** The accounts of a platform that the product has subscribed to be told of. */
  async subscriptions(platform: string): Promise<readonly Readonly<{ accountId: string }>[]> {
    const response = await fetch(`${this.#url}/control/subscriptions?platform=${platform}`);
    return (await response.json()) as readonly Readonly<{ accountId: string }>[];
  }

  /** What accounts still open to programs. */
  async liveTokens(): Promise<readonly Readonly<{ app: string; account: string; kind: string }>[]> {
    const response = await fetch(`${this.#url}/control/tokens`);
    return (await response.json()) as readonly Readonly<{ app: string; account: string; kind: string }>[];
  }

  /** All of them end, as they may without a word. */
  async endSubscriptions(platform: string): Promise<void> {
    await this.#post('/control/subscriptions/end', { platform });
  }

  async postsWith(text: string): Promise<readonly SandboxPost[]> {
    return (await this.posts()).filter((post) => post.text.includes(text));
  }

  /** How often posts were put before a platform, by the final call of each: taken or not. */
  async publishingCalls(): Promise<number> {
    const response = await fetch(`${this.#url}/control/calls`);
    const calls = (await response.json()) as readonly { endpoint: string; calls: number }[];
    return calls
      .filter(({ endpoint }) => /^POST \/api\/v1\/statuses$|\.(putRecord|createRecord)$/u.test(endpoint))
      .reduce((sum, each) => sum + each.calls, 0);
  }

  /** @param call where another call is meant than the one that publishes */
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
   * Every call of this account, and of no other, is told that its access was revoked. Not the next one alone: several workers ask at a
   * time, and those behind the first would find an account that works.
   */
  revoke(account: RevokedAccount): Promise<void> {
    return this.#refuseTokens(account, 100_000);
  }

  /** A new consent works again. */
  allow(account: RevokedAccount): Promise<void> {
    return this.#refuseTokens(account, 0);
  }

  async #refuseTokens({ platform, accountName: account }: RevokedAccount, times: number): Promise<void> {
    await this.#post('/control/faults', { platform, fault: 'revoked', times, account });
  }

  /** The platform refuses the next post for good, in these words. */
  async refuse(platform: string, status: number, body: object): Promise<void> {
    await this.#post('/control/faults', { platform, fault: 'answer', times: 1, answer: { status, body } });
  }

  /** Somebody comments on a published post. Answers the comment's id there. */
  async comment(
    order: Readonly<{
      platform: string;
      remoteId: string;
      author: string;
      text: string;
      parentId?: string;
      bot?: boolean;
      unannounced?: boolean;
    }>,
  ): Promise<string> {
    return ((await this.#post('/control/comments', order)) as { id: string }).id;
  }

  async editComment(platform: string, id: string, text: string): Promise<void> {
    await this.#post('/control/comments/edit', { platform, id, text });
  }

  async deleteComment(platform: string, id: string): Promise<void> {
    await this.#post('/control/comments/delete', { platform, id });
  }

  /** What accounts of the product wrote under posts. */
  async replies(platform?: string): Promise<readonly SandboxReply[]> {
    const response = await fetch(`${this.#url}/control/replies${platform ? `?platform=${platform}` : ''}`);
    return (await response.json()) as SandboxReply[];
  }

  async isHidden(platform: string, id: string): Promise<boolean> {
    const query = new URLSearchParams({ platform, id }).toString();
    const response = await fetch(`${this.#url}/control/comments/hidden?${query}`);
    return ((await response.json()) as { hidden: boolean }).hidden;
  }

  /** What a platform that can hide shows of a comment; `shown` as well on one that cannot. */
  async whatIsOf(platform: string, id: string): Promise<'shown' | 'hidden' | 'gone'> {
    if (platform === 'mastodon') return 'shown';
    const query = new URLSearchParams({ platform, id }).toString();
    const response = await fetch(`${this.#url}/control/comments/hidden?${query}`);
    if (response.status === 400) return 'gone';
    return ((await response.json()) as { hidden: boolean }).hidden ? 'hidden' : 'shown';
  }

  /** What `hold` keeps on its way arrives now. Answers for how many milliseconds it was kept at most. */
  /** What platforms count of a post from now on. */
  async metrics(
    platform: string,
    remoteId: string,
    figures: Readonly<Record<string, number | readonly string[]>>,
  ): Promise<void> {
    await this.#post('/control/metrics', { platform, remoteId, ...figures });
  }

  async release(): Promise<number> {
    return ((await this.#post('/control/release', {})) as { heldUpFor: number }).heldUpFor;
  }

  async settings(settings: Readonly<Record<string, number | boolean | string>>): Promise<void> {
    await this.#post('/control/settings', settings);
  }

  /** How its platforms tell of comments by themselves. */
  async webhooks(faults: WebhookFaults): Promise<void> {
    await this.#post('/control/webhooks', faults);
  }

  /** What the product has told `hooks.sandbox.test`, at one path there; oldest first. */
  async hooks(path: string): Promise<readonly TakenHook[]> {
    const response = await fetch(`${this.#url}/control/webhooks?path=${encodeURIComponent(path)}`);
    return ((await response.json()) as { received: readonly TakenHook[] }).received;
  }

  async delivered(): Promise<readonly Readonly<{ commentId: string; status: number | null }>[]> {
    const response = await fetch(`${this.#url}/control/webhooks`);
    return ((await response.json()) as { delivered: { commentId: string; status: number | null }[] })
      .delivered;
  }

  /** Something happens at Stripe, or its time goes on. */
  async stripe(
    order: 'advance' | 'credit' | 'decline' | 'deliver' | 'webhooks',
    body: object,
  ): Promise<void> {
    await this.#post(`/control/stripe/${order}`, body);
  }

  /** As somebody who fills in the form. */
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
      throw new Error(`${path} answered ${String(response.status)}: ${await response.text()}`);
    return response.json();
  }
}
