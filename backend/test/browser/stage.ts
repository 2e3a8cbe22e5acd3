import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { Creator } from '../creator.ts';
import { startProduct, type Product, type ProductOptions } from '../product.ts';
import { SandboxControl } from '../sandbox-control.ts';
import { Visitor, type VisitOptions } from './visitor.ts';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A whole product and a real Chromium for the specs of one file. After each spec nobody may have complained. */
export class Stage {
  #product: Product | null = null;
  #browser: Browser | null = null;
  readonly #visitors = new Set<Visitor>();

  private constructor() {
    // Only `forSpecs` makes one: its hooks open and close it.
  }

  static forSpecs(options: ProductOptions = { fast: true }): Stage {
    const stage = new Stage();
    beforeAll(() => stage.#open(options), 120_000);
    afterEach(() => stage.#endVisits());
    afterAll(() => stage.#close());
    return stage;
  }

  get product(): Product {
    if (!this.#product) throw new Error('The product is not started yet.');
    return this.#product;
  }

  get sandbox(): SandboxControl {
    return new SandboxControl(this.product.sandboxUrl);
  }

  async visit(options?: VisitOptions): Promise<Visitor> {
    if (!this.#browser) throw new Error('The browser is not started yet.');
    const visitor = await Visitor.arrive(this.#browser, this.product.url, options);
    this.#visitors.add(visitor);
    return visitor;
  }

  /** Somebody who signed up over HTTP, and their browser with a screen open. */
  async visitOf(creator: Creator, options?: VisitOptions, path = '/posts'): Promise<Visitor> {
    const visitor = await this.visit(options);
    await visitor.signInAs(creator);
    await visitor.open(path);
    return visitor;
  }

  creator(email?: string): Promise<Creator> {
    return Creator.signedIn(this.product, email);
  }

  async #open(options: ProductOptions): Promise<void> {
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    [this.#product, this.#browser] = await Promise.all([
      startProduct(options),
      // Empty: Playwright knows its own.
      chromium.launch({ args: FLAGS, ...(executablePath && { executablePath }) }),
    ]);
  }

  async #endVisits(): Promise<void> {
    const visitors = [...this.#visitors];
    this.#visitors.clear();
    await Promise.all(visitors.map((visitor) => visitor.leave()));
    expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([]);
  }

  async #close(): Promise<void> {
    await this.#browser?.close();
    await this.#product?.close();
  }
}
