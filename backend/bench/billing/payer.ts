import {
  createSubscription,
  refreshBilling,
  type CreateSubscriptionReply,
} from '@posthorn/contracts/billing/billing.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { BrowserlessClient } from '../../test/browserless-client.ts';
import type { Product } from '../../test/product.ts';
import { SandboxControl } from '../../test/sandbox-control.ts';
import { listenLive } from '../live-news.ts';

/** When a screen that waits has the server look at Stripe: `use-premium-wait.ts` of the web app. In milliseconds. */
const LOOK_AT = [0, 2_000, 5_000, 10_000, 20_000];
const WAIT_MS = 30_000;

/** Somebody at `/subscribe`, without a browser. */
export class Payer {
  #secret = '';
  #hear: () => void = () => undefined;
  #stop: () => void = () => undefined;

  private constructor(
    readonly userId: string,
    private readonly client: BrowserlessClient,
    private readonly sandbox: SandboxControl,
  ) {}

  /** From a network of their own, as a proxy tells it: one network may ask for few links. */
  static async signedIn({ url, dataDir, sandboxUrl }: Product, number: number): Promise<Payer> {
    const client = new BrowserlessClient(url, { 'x-forwarded-for': `198.18.0.${String(number + 1)}` });
    await client.signIn(`payer${String(number)}@example.com`, dataDir);
    const { body } = await client.get<UserView>(currentUser.path);
    return new Payer(body.id, client, new SandboxControl(sandboxUrl));
  }

  /** The button is pressed. */
  async begin(): Promise<void> {
    const { status, text, body } = await this.client.post<CreateSubscriptionReply>(createSubscription.path);
    if (body.clientSecret === null || status !== 200)
      throw new Error(`The subscription answered ${String(status)}: ${text}`);
    this.#secret = body.clientSecret;
  }

  /** The form is filled in, and Stripe says that it is paid. */
  async pay(): Promise<void> {
    const { status } = await this.sandbox.confirm({ clientSecret: this.#secret });
    if (status !== 'succeeded') throw new Error(`The payment is ${status}.`);
  }

  /** What the page hears of by itself. */
  async listen(): Promise<void> {
    const { url, cookieHeader } = this.client;
    this.#stop = await listenLive(url, cookieHeader, 'user', () => {
      this.#hear();
    });
  }

  /** As the page waits: it has the server look at Stripe, and asks again whenever it hears of news. */
  async seesPremium(): Promise<void> {
    const timers: NodeJS.Timeout[] = [];
    try {
      await new Promise<void>((resolve, reject) => {
        const look = async () => {
          if ((await this.client.get<UserView>(currentUser.path)).body.isPremium) resolve();
        };
        const refresh = async () => {
          await this.client.post(refreshBilling.path);
          await look();
        };
        this.#hear = () => void look().catch(reject);
        timers.push(...LOOK_AT.map((after) => setTimeout(() => void refresh().catch(reject), after)));
        const late = () => {
          reject(new Error(`Paid for ${String(WAIT_MS)} ms and not Premium.`));
        };
        timers.push(setTimeout(late, WAIT_MS));
      });
    } finally {
      timers.forEach(clearTimeout);
      this.#hear = () => undefined;
      this.#stop();
    }
  }
}
