import {
  createSubscription,
  refreshBilling,
  type CreateSubscriptionReply,
} from '@posthorn/contracts/billing/billing.http';
import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { BrowserlessClient } from '../../test/browserless-client.ts';
import type { Product } from '../../test/product.ts';
import { SandboxControl } from '../../test/sandbox-control.ts';
import { listenLive } from '../live-messages.ts';

/** Milliseconds at which a waiting screen makes the server ask Stripe. See `use-premium-wait.ts` of the web app. */
const ASK_STRIPE_AT = [0, 2_000, 5_000, 10_000, 20_000];
const WAIT_MS = 30_000;

/** A user at `/subscribe`, without a browser. */
export class Payer {
  #secret = '';
  #onUpdate: () => void = () => undefined;
  #stop: () => void = () => undefined;

  private constructor(
    readonly userId: string,
    private readonly client: BrowserlessClient,
    private readonly sandbox: SandboxControl,
  ) {}

  /** Signs in from a separate network, as a proxy would report it, because one network may request only few links. */
  static async signedIn({ url, dataDir, sandboxUrl }: Product, number: number): Promise<Payer> {
    const client = new BrowserlessClient(url, { 'x-forwarded-for': `198.18.0.${String(number + 1)}` });
    await client.signIn(`payer${String(number)}@example.com`, dataDir);
    const { body } = await client.get<UserView>(currentUser.path);
    return new Payer(body.id, client, new SandboxControl(sandboxUrl));
  }

  /** Presses the subscribe button. */
  async begin(): Promise<void> {
    const { status, text, body } = await this.client.post<CreateSubscriptionReply>(createSubscription.path);
    if (body.clientSecret === null || status !== 200)
      throw new Error(`The response to a subscription was ${String(status)}: ${text}`);
    this.#secret = body.clientSecret;
  }

  /** Fills in the form, and waits until Stripe reports the payment. */
  async pay(): Promise<void> {
    const { status } = await this.sandbox.confirm({ clientSecret: this.#secret });
    if (status !== 'succeeded') throw new Error(`The payment is ${status}.`);
  }

  /** Listens to the live updates of the page. */
  async listen(): Promise<void> {
    const { url, cookieHeader } = this.client;
    this.#stop = await listenLive(url, cookieHeader, 'user', () => {
      this.#onUpdate();
    });
  }

  /** Waits like the page: makes the server ask Stripe, and reads the user again after each live update. */
  async waitForPremium(): Promise<void> {
    const timers: NodeJS.Timeout[] = [];
    try {
      await new Promise<void>((resolve, reject) => {
        const check = async () => {
          if ((await this.client.get<UserView>(currentUser.path)).body.isPremium) resolve();
        };
        const refresh = async () => {
          await this.client.post(refreshBilling.path);
          await check();
        };
        this.#onUpdate = () => void check().catch(reject);
        timers.push(...ASK_STRIPE_AT.map((after) => setTimeout(() => void refresh().catch(reject), after)));
        const fail = () => {
          reject(new Error(`Paid for ${String(WAIT_MS)} ms and not Premium.`));
        };
        timers.push(setTimeout(fail, WAIT_MS));
      });
    } finally {
      timers.forEach(clearTimeout);
      this.#onUpdate = () => undefined;
      this.#stop();
    }
  }
}
