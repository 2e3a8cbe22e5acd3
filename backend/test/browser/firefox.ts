import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type BrowserContext, type Frame, type Page } from 'puppeteer-core';
import type { Creator } from '../creator.ts';
import { CONTROLLED } from './visitor.ts';

/** `libs/toolchain/src/browsers.mjs` sets the variable. It is empty if no Firefox was found. */
const PATH = process.env['FIREFOX_PATH'] ?? '/usr/bin/firefox-esr';
export const hasFirefox = existsSync(PATH);

const DESKTOP = { width: 1280, height: 900 } as const;

/** Launches an unmodified Firefox through WebDriver BiDi. */
export const launchFirefox = (): Promise<Browser> =>
  puppeteer.launch({ browser: 'firefox', executablePath: PATH, headless: true, defaultViewport: DESKTOP });

/** One person in Firefox, with the product's service worker in control. */
export class FirefoxVisitor {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #url: string;

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.#context = context;
    this.page = page;
    this.#url = url;
  }

  static async arrive(browser: Browser, url: string): Promise<FirefoxVisitor> {
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const visitor = new FirefoxVisitor(context, page, url);
    // The app registers its worker six seconds after a page has loaded. The spec registers it now, so that it controls all pages.
    await visitor.open('/nowhere');
    await page.evaluate(CONTROLLED);
    return visitor;
  }

  async signInAs({ client }: Creator): Promise<void> {
    for (const pair of client.cookieHeader.split('; ')) {
      const [name = '', value = ''] = pair.split(/=(.*)/su);
      const attributes = { domain: new URL(this.#url).hostname, path: '/', secure: true, httpOnly: true };
      await this.#context.setCookie({ name, value, ...attributes });
    }
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.#url}${path}`);
    await this.page.locator('h1').wait();
  }

  isControlledByWorker(): Promise<boolean> {
    return this.page.evaluate('navigator.serviceWorker.controller !== null') as Promise<boolean>;
  }

  click(role: string, name: string, within: Page | Frame = this.page): Promise<void> {
    return within.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();
  }

  fill(name: string, text: string, within: Page | Frame = this.page): Promise<void> {
    return within.locator(`::-p-aria([name="${name}"][role="textbox"])`).fill(text);
  }

  async sees(text: string): Promise<void> {
    await this.page.locator(`::-p-text(${text})`).wait();
  }

  leave(): Promise<void> {
    return this.#context.close();
  }
}
