import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { controlRoutes } from './control/control-routes.ts';
import { pageRoutes, sendPost } from './control/page-routes.ts';
import { Exchange } from './http/exchange.ts';
import { Refusal } from './http/refusal.ts';
import { findRoute, type Route } from './http/router.ts';
import { oauthRoutes } from './oauth/oauth-routes.ts';
import { signInRoutes } from './sign-in/sign-in-pages.ts';
import { stripeRoutes } from './stripe/stripe-routes.ts';
import { World } from './world.ts';

export type SandboxOptions = Readonly<{
  /** 0 chooses a free port. */
  port: number;
  /** The sandbox stores its journal and the received files in `sandbox/` below it. */
  dataDir: string;
  /** The URL at which people open the pages; empty: `http://localhost:{port}`. */
  publicUrl: string;
  /**
   * The URL of the product, for the redirect URLs of its apps; default `http://localhost:3000`.
   * The sandbox sends webhooks only when this is set.
   */
  appUrl?: string;
  /** Default 127.0.0.1. The control API requires no sign-in, so choose any other address with care. */
  host?: string;
  /** Milliseconds since 1970; for specs. */
  now?: () => number;
}>;

export type Sandbox = Readonly<{ url: string; port: number; close: () => Promise<void> }>;

const APP_URL = 'http://localhost:3000';
const PLATFORM_DOMAIN = '.sandbox.test';
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Starts the sandbox of all platforms. For hosts under `.sandbox.test`, it responds like the platform's API.
 * On this machine's own names, it serves the pages and the control API.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  let port = options.port;
  const publicUrl = (): string =>
    (options.publicUrl || `http://localhost:${String(port)}`).replace(/\/+$/, '');
  const server = createServer();
  // If the server closes a connection while a request arrives, the client cannot know the outcome; so the client must close first.
  server.keepAliveTimeout = 120_000;
  const host = options.host ?? '127.0.0.1';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, host, resolve);
  });
  port = (server.address() as AddressInfo).port;
  // The port is also the lock on the journal: a process that does not get the port must not touch the files.
  const { dataDir, now = Date.now, appUrl = APP_URL } = options;
  const product = { appUrl: appUrl.replace(/\/+$/, ''), hasProduct: options.appUrl !== undefined };
  const world = openWorld(server, { dataDir, now, publicUrl, ...product });
  const routes = [
    ...pageRoutes(world),
    ...oauthRoutes(world),
    ...signInRoutes(world.signIns),
    ...controlRoutes(world),
    ...stripeRoutes(world.stripe, world.appUrl),
  ];
  server.on('request', (request, response) => {
    // Responses and posts of the platforms use the same clock.
    response.setHeader('date', new Date(now()).toUTCString());
    void serve(request, response, world, routes);
  });
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
    });
    server.closeAllConnections();
    await closed;
    world.close();
  };
  return { url: `http://${host}:${String(port)}`, port, close };
}

function openWorld(server: Server, options: ConstructorParameters<typeof World>[0]): World {
  try {
    return new World(options);
  } catch (error) {
    server.close();
    throw error;
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  world: World,
  routes: readonly Route[],
): Promise<void> {
  let exchange: Exchange;
  try {
    exchange = new Exchange(
      request,
      response,
      (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase(),
    );
  } catch {
    response.writeHead(400).end();
    return;
  }
  try {
    if (exchange.host.endsWith(PLATFORM_DOMAIN)) await servePlatform(exchange, world);
    else await serveHere(exchange, world, routes);
  } catch (error) {
    answerFailure(exchange, error);
  }
}

async function servePlatform(exchange: Exchange, world: World): Promise<void> {
  if (world.pages.serves(exchange.host)) {
    await world.pages.answer(exchange);
    return;
  }
  if (world.model.serves(exchange.host)) {
    await world.model.answer(exchange);
    return;
  }
  if (world.webhookReceiver.serves(exchange.host)) {
    await world.webhookReceiver.answer(exchange);
    return;
  }
  const signIn = world.signIns.find(({ policy }) => policy.host === exchange.host);
  if (signIn) {
    await signIn.answer(exchange);
    return;
  }
  const served = world.stripe.serves(exchange.host) ? world.stripe : world.serving(exchange.host);
  if (!served)
    throw new Refusal(404, { error: 'NotFound', message: `The sandbox has no host ${exchange.host}.` });
  const { callMilliseconds } = world.settings.current;
  if (callMilliseconds > 0) await pause(callMilliseconds);
  await served.answer(exchange);
}

async function serveHere(exchange: Exchange, world: World, routes: readonly Route[]): Promise<void> {
  // A foreign web page could reach the control API through another name of this machine.
  if (!LOCAL_HOSTS.includes(exchange.host) && exchange.host !== new URL(world.publicUrl()).hostname)
    throw new Refusal(421, { message: 'The sandbox answers to localhost and to hosts under .sandbox.test.' });
  if (exchange.method === 'POST' && !isOwnForm(exchange))
    throw new Refusal(403, { message: 'Another site may not control the sandbox.' });
  const path = exchange.url.pathname;
  const match = findRoute(routes, exchange.method, path);
  if (match) await match.route.run(exchange, match.params);
  else if (path.startsWith('/control/'))
    throw new Refusal(404, { message: 'There is no such control call.' });
  else sendPost(exchange, world);
}

/** Programs send no Origin; a browser sends the origin of the page with the form. */
function isOwnForm(exchange: Exchange): boolean {
  const origin = exchange.header('origin');
  if (origin === null) return true;
  // Pages with `no-referrer` send `null` even to themselves. `Sec-Fetch-Site` still shows the origin of the form.
  if (origin === 'null') return exchange.header('sec-fetch-site') === 'same-origin';
  return URL.canParse(origin) && new URL(origin).host === exchange.header('host');
}

function answerFailure(exchange: Exchange, error: unknown): void {
  if (exchange.request.destroyed && !exchange.request.complete) return;
  if (exchange.response.headersSent) {
    exchange.drop();
    return;
  }
  if (error instanceof Refusal) {
    exchange.reply(error.status, error.body, error.headers);
    return;
  }
  console.error('The sandbox failed', error);
  exchange.reply(500, { error: 'SandboxFailure', message: 'The sandbox itself failed; see its output.' });
}
