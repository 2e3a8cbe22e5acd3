import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Product } from '../product.ts';
import type { ChromiumKind } from './launch-chromium.ts';

/** The environment variable with the URL of the server below. */
const ADDRESS_VARIABLE = 'POSTHORN_TEST_STAGES';
/** The specs of these users exceed the limits of the free plan. */
const PREMIUM_USERS = [
  'ana@connect-everything.example',
  'ana@dense-list.example',
  'ana@details.example',
  'ana@eleven.example',
  'ana@inbox.example',
  'ana@inbox-everywhere.example',
  'ana@long-list.example',
] as const;
/** Functions that start each kind. They do not run in the worker process: Jest ends workers without notice, and replaces one that uses too much memory. */
const STARTERS = {
  product: sharedProduct,
  'headless-shell': () => sharedBrowser('headless-shell'),
  chromium: () => sharedBrowser('chromium'),
} as const;
type Shared = keyof typeof STARTERS;
type Running = Readonly<{ details: object; close(): Promise<void> }>;
export type SharedProduct = Readonly<Pick<Product, 'url' | 'sandboxUrl' | 'dataDir'>>;
/** A shared stage that one spec file uses until it calls `giveBack`, or until its process ends. */
export type Lent<Of> = Readonly<{ of: Of; giveBack(): void }>;

/** An idle product takes processor time from all others, so it ends after this time, in milliseconds. */
const IDLE_MILLISECONDS = 15_000;

/**
 * Products and Chromiums, each for one spec file at a time. They run in Jest's main process. One starts when a file needs it and none is free,
 * and ends when no file has borrowed it for a while.
 */
export class SharedStages {
  /** Free stages by kind, each with the timer that ends the stage. */
  readonly #free = new Map<Shared, Map<Running, NodeJS.Timeout>>();
  readonly #all = new Set<Promise<Running>>();
  readonly #server: Server = createServer((request, response) => {
    void this.#lend(request, response);
  });

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    process.env[ADDRESS_VARIABLE] =
      `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    const started = await Promise.allSettled(this.#all);
    await Promise.all(started.flatMap((one) => (one.status === 'fulfilled' ? [one.value.close()] : [])));
  }

  /** Lends a stage; the borrower returns the stage by closing the connection. */
  async #lend({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const kind = url.slice(1) as Shared;
    try {
      const running = await (this.#takeFree(kind) ?? this.#startNew(kind));
      const takeBack = () => {
        this.#takeBack(kind, running);
      };
      if (response.destroyed) takeBack();
      else response.once('close', takeBack).write(`${JSON.stringify(running.details)}\n`);
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }

  #takeFree(kind: Shared): Running | undefined {
    const [found] = this.#free.get(kind) ?? [];
    if (!found) return undefined;
    const [running, timer] = found;
    clearTimeout(timer);
    this.#free.get(kind)?.delete(running);
    return running;
  }

  #startNew(kind: Shared): Promise<Running> {
    const starting = STARTERS[kind]().then(({ details, close }) => {
      let closing: Promise<void> | undefined;
      return { details, close: () => (closing ??= close()) };
    });
    this.#all.add(starting);
    return starting;
  }

  #takeBack(kind: Shared, running: Running): void {
    const free = this.#free.get(kind) ?? new Map<Running, NodeJS.Timeout>();
    this.#free.set(kind, free);
    const end = () => {
      free.delete(running);
      // `close` reports the error.
      running.close().catch(() => undefined);
    };
    free.set(running, setTimeout(end, IDLE_MILLISECONDS).unref());
  }
}

async function sharedProduct() {
  const { FAST_TIMES, startProduct } = await import('../product.ts');
  const env = {
    POSTHORN_PUBLISHING_TIMES: JSON.stringify({
      ...FAST_TIMES,
      // On a busy machine a call needs seconds. After a time-out, the product waits for a late call before it reports the outcome.
      callWithin: 12_000,
      lateCall: 3_000,
      simulatedReading: 1_000,
      simulatedThread: 2_000,
    }),
    COMPLIMENTARY_PREMIUM: PREMIUM_USERS.join(','),
    // Clients of the specs send their network in a header, as a proxy would.
    TRUSTED_PROXIES: '1',
  };
  const product = await startProduct({ env });
  const { url, sandboxUrl, dataDir } = product;
  return { details: { url, sandboxUrl, dataDir } satisfies SharedProduct, close: product.close };
}

async function sharedBrowser(kind: ChromiumKind) {
  const { launchChromium } = await import('./launch-chromium.ts');
  const server = await launchChromium(kind);
  return { details: { endpoint: server.wsEndpoint() }, close: () => server.close() };
}

/** Borrows a product for the specs of one file. */
export const borrowProduct = (): Promise<Lent<SharedProduct>> => borrow<SharedProduct>('product');
/** Borrows a Chromium for the specs of one file; returns its endpoint. */
export const borrowBrowser = (kind: ChromiumKind = 'headless-shell'): Promise<Lent<{ endpoint: string }>> =>
  borrow<{ endpoint: string }>(kind);

function borrow<Of>(kind: Shared): Promise<Lent<Of>> {
  const address = process.env[ADDRESS_VARIABLE];
  if (address === undefined) throw new Error('Run browser specs with --config jest.e2e.config.js.');
  return new Promise((resolve, reject) => {
    const request = get(`${address}/${kind}`, { agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (response.statusCode !== 200 || !text.endsWith('\n')) return;
        resolve({ of: JSON.parse(text) as Of, giveBack: () => request.destroy() });
      });
      response.once('end', () => {
        reject(new Error(text));
      });
      response.once('error', reject);
    });
    request.on('error', reject);
  });
}
