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
export type Fault =
  | 'http500'
  | 'http429'
  | 'hang'
  | 'hold'
  | 'dropAfterAccept'
  | 'revoked'
  | 'html'
  | 'slowProcessing'
  | 'failProcessing';

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

  fault(platform: string, fault: Fault, times = 1, retryAfterSeconds?: number): Promise<void> {
    return this.#post('/control/faults', {
      platform,
      fault,
      times,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }

  /** The platform refuses the next post for good, in these words. */
  refuse(platform: string, status: number, body: object): Promise<void> {
    return this.#post('/control/faults', { platform, fault: 'answer', times: 1, answer: { status, body } });
  }

  /** What `hold` keeps on its way arrives now. */
  release(): Promise<void> {
    return this.#post('/control/release', {});
  }

  settings(settings: Readonly<Record<string, number | boolean>>): Promise<void> {
    return this.#post('/control/settings', settings);
  }

  reset(): Promise<void> {
    return this.#post('/control/reset', {});
  }

  async #post(path: string, body: unknown): Promise<void> {
    const response = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${path} answered ${String(response.status)}: ${await response.text()}`);
  }
}
