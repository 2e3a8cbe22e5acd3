import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Product } from '../product.ts';
import type { ChromiumKind } from './launch-chromium.ts';

/** The environment variable with the address of the server below. */
const ADDRESS = 'POSTHORN_TEST_STAGES';
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
/** Not in the worker process: Jest ends a worker without notice, and replaces one that holds too much memory. */
const STARTED = {
  product: sharedProduct,
  'headless-shell': () => sharedBrowser('headless-shell'),
  chromium: () => sharedBrowser('chromium'),
} as const;
type Shared = keyof typeof STARTED;
export type SharedProduct = Readonly<Pick<Product, 'url' | 'sandboxUrl' | 'dataDir'>>;

/**
 * One product and one Chromium of each kind for each worker process of Jest. They run in Jest's main process.
 * They start when the first file of a worker asks for them.
 */
export class SharedStages {
  readonly #started = new Map<string, Promise<{ answer: object; close(): Promise<void> }>>();
  readonly #server: Server = createServer((request, response) => {
    this.#answerTo(request).then(
      (answer) => response.end(JSON.stringify(answer)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });

  async open(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    process.env[ADDRESS] = `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    const started = await Promise.allSettled(this.#started.values());
    await Promise.all(started.flatMap((one) => (one.status === 'fulfilled' ? [one.value.close()] : [])));
  }

  async #answerTo({ url = '' }: IncomingMessage): Promise<object> {
    const kind = url.split('/')[1] as Shared;
    const started = this.#started.get(url) ?? STARTED[kind]();
    this.#started.set(url, started);
    // After a failed start, the next file tries again.
    started.catch(() => this.#started.delete(url));
    return (await started).answer;
  }
}

async function sharedProduct() {
  const { FAST_TIMES, startProduct } = await import('../product.ts');
  const env = {
    POSTHORN_PUBLISHING_TIMES: JSON.stringify({
      ...FAST_TIMES,
      simulatedReading: 1_000,
      simulatedThread: 2_000,
    }),
    COMPLIMENTARY_PREMIUM: PREMIUM_USERS.join(','),
    // Clients of the specs send their network in a header, as a proxy would.
    TRUSTED_PROXIES: '1',
  };
  const product = await startProduct({ env });
  const { url, sandboxUrl, dataDir } = product;
  return { answer: { url, sandboxUrl, dataDir } satisfies SharedProduct, close: product.close };
}

async function sharedBrowser(kind: ChromiumKind) {
  const { launchChromium } = await import('./launch-chromium.ts');
  const server = await launchChromium(kind);
  return { answer: { endpoint: server.wsEndpoint() }, close: () => server.close() };
}

/** The product of this worker process. */
export const productOfWorker = (): Promise<SharedProduct> => ask<SharedProduct>('product');
/** The endpoint of this worker process's Chromium. */
export const browserOfWorker = async (kind: ChromiumKind = 'headless-shell'): Promise<string> =>
  (await ask<{ endpoint: string }>(kind)).endpoint;

async function ask<Answer>(kind: Shared): Promise<Answer> {
  const address = process.env[ADDRESS];
  if (address === undefined) throw new Error('Run browser specs with --config jest.e2e.config.js.');
  const answer = await fetch(`${address}/${kind}/${process.env['JEST_WORKER_ID'] ?? '1'}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Answer;
}
