import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page, ViewportSize } from 'playwright-core';
import type { Creator } from '../creator.ts';

const IN_PAGE = fileURLToPath(new URL('./in-page.mjs', import.meta.url));
/** Without a session, the app requests the current user. The response is 401, which Chromium logs as an error. */
const SIGNED_OUT = /status of 401 .*\/api\/auth\/user$/u;
/** Specs open this unknown URL. Chromium logs its status 404 as an error. */
const NOWHERE = /status of 404 .*\/nowhere$/u;
const ALWAYS_EXPECTED = [SIGNED_OUT, NOWHERE];
/** A page of the product's origin without script. The worker does not handle it. */
const PLAIN_PAGE = '/health/live';
/** Runs in the page: registers the service worker, and resolves when it controls the page. The app itself registers it seconds after its first paint. */
export const CONTROLLED = `(async () => {
  const controlled = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  await navigator.serviceWorker.register('/sw.js');
  if (!navigator.serviceWorker.controller) await controlled;
})()`;

export type VisitOptions = Readonly<{
  width?: number;
  height?: number;
  dark?: boolean;
  timezone?: string;
  /** The browser has no data of the product yet, and no worker. Otherwise the worker controls all pages from the first page on. */
  firstVisit?: true;
  /** The user agent; the default names a headless browser, which counts as a robot. */
  userAgent?: string;
}>;

/**
 * One browser profile of one person. It records console errors, uncaught errors, violations of the content security policy and requests
 * to other hosts.
 */
export class Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly url: string;
  readonly #size: ViewportSize;
  readonly #complaints: string[] = [];
  readonly #expected: RegExp[] = [...ALWAYS_EXPECTED];

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.context = context;
    this.page = page;
    this.url = url;
    this.#size = page.viewportSize() ?? { width: 0, height: 0 };
  }

  static async arrive(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visitor> {
    const { width = 1280, height = 900, dark = false, timezone = 'Europe/London' } = options;
    const { userAgent, firstVisit } = options;
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
      // Animations would disturb measurements.
      reducedMotion: 'reduce',
      timezoneId: timezone,
      locale: 'en-GB',
      ...(userAgent !== undefined && { userAgent }),
      acceptDownloads: true,
    });
    // Many times what a step takes on an idle machine.
    context.setDefaultTimeout(60_000);
    await context.addInitScript({ path: IN_PAGE });
    const visitor = new Visitor(context, await context.newPage(), url);
    visitor.#listen();
    if (!firstVisit) await visitor.#registerWorker();
    return visitor;
  }

  /**
   * Leaves the screen, and makes the page as it was at first, with empty storage. The session, the worker and the caches stay, and so does
   * the process of the page, which has compiled all scripts.
   */
  async turnPage(): Promise<void> {
    const { page } = this;
    if (page.url() === `${this.url}${PLAIN_PAGE}`) return;
    await page.unrouteAll();
    await page.mouse.move(0, 0);
    await page.goto(PLAIN_PAGE);
    await page.evaluate('sessionStorage.clear()');
    const devtools = await this.context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', {
      origin: new URL(this.url).origin,
      storageTypes: 'local_storage,indexeddb',
    });
    await devtools.detach();
    await page.setViewportSize(this.#size);
    await page.emulateMedia({ colorScheme: null });
  }

  /** Uses the session of a creator who signed in elsewhere. */
  async signInAs({ client }: Creator): Promise<void> {
    const devtools = await this.context.newCDPSession(this.page);
    for (const pair of client.cookieHeader.split('; ')) {
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      // Playwright's own call sets a domain, which a `__Host-` cookie must not have.
      const cookie = { name, value, url: this.url, path: '/', secure: true, httpOnly: true };
      const { success } = await devtools.send('Network.setCookie', cookie);
      if (!success) throw new Error(`The browser refused the cookie ${name}`);
    }
    await devtools.detach();
  }

  /** Opens a URL and waits for its screen. */
  async open(path: string, page: Page = this.page): Promise<void> {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** Expects complaints that match, such as the browser's `status of 422 … @ address`. */
  expects(complaint: RegExp): void {
    this.#expected.push(complaint);
  }

  get complaints(): readonly string[] {
    return this.#complaints.filter((complaint) => !this.#expected.some((known) => known.test(complaint)));
  }

  /** @returns the complaints since the last call; clears the expected complaints */
  settle(): readonly string[] {
    const { complaints } = this;
    this.#complaints.length = 0;
    this.#expected.splice(ALWAYS_EXPECTED.length);
    return complaints;
  }

  leave(): Promise<void> {
    return this.context.close();
  }

  /** Registers the product's worker, as after a first visit. After that, the worker handles the requests of all pages. */
  async #registerWorker(): Promise<void> {
    // Static pages of the product forbid registering a worker, and the app takes time to load.
    const blank = `${this.url}/blank`;
    await this.page.route(blank, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await this.page.goto(blank);
    await this.page.evaluate(CONTROLLED);
    await this.page.unroute(blank);
  }

  #listen(): void {
    const origin = new URL(this.url).origin;
    this.context.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.#complaints.push(`console: ${message.text()} @ ${message.location().url}`);
    });
    this.context.on('weberror', (error) => {
      this.#complaints.push(`uncaught: ${error.error().stack ?? error.error().message}`);
    });
    this.context.on('request', (request) => {
      const { protocol, origin: requested } = new URL(request.url());
      if (/^https?:$/u.test(protocol) && requested !== origin)
        this.#complaints.push(`request to another host: ${request.url()} (${request.resourceType()})`);
    });
  }
}
