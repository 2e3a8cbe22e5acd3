import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { Creator } from '../creator.ts';
import { startProduct, type Product, type ProductOptions } from '../product.ts';
import { SandboxControl } from '../sandbox-control.ts';
import { browserOfWorker, productOfWorker, type SharedProduct } from './shared-stages.ts';
import { Visitor, type VisitOptions } from './visitor.ts';

/** A product and a real Chromium for the specs of one file. After each spec nobody may have complained. */
export class Stage<Played extends SharedProduct = SharedProduct> {
  #product: Played | null = null;
  #browser: Browser | null = null;
  readonly #visitors = new Set<Visitor>();
  #headers: () => Readonly<Record<string, string>> = () => ({});

  private constructor() {
    // Only `forSpecs` and `ofItsOwn` make one: their hooks open and close it.
  }

  /** On the product of the worker process, among people of other files, with an empty sandbox. */
  static forSpecs(): Stage {
    const stage = new Stage();
    stage.#headers = network;
    stage.#onHooks(async () => {
      const product = await productOfWorker();
      await new SandboxControl(product.sandboxUrl).reset();
      return product;
    });
    return stage;
  }

  /** For files whose product has other options, or stops. */
  static ofItsOwn(options: ProductOptions): Stage<Product> {
    const stage = new Stage<Product>();
    stage.#onHooks(() => startProduct(options));
    afterAll(() => stage.#product?.close());
    return stage;
  }

  get product(): Played {
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
    return Creator.signedIn(this.product, email, this.#headers());
  }

  #onHooks(product: () => Promise<Played>): void {
    beforeAll(async () => {
      [this.#product, this.#browser] = await Promise.all([
        product(),
        browserOfWorker().then((endpoint) => chromium.connect(endpoint)),
      ]);
    }, 120_000);
    afterEach(() => this.#endVisits());
    afterAll(() => this.#browser?.close());
  }

  async #endVisits(): Promise<void> {
    const visitors = [...this.#visitors];
    this.#visitors.clear();
    await Promise.all(visitors.map((visitor) => visitor.leave()));
    expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([]);
  }
}

/** Each person comes from a network of their own: of one network not many may sign in within an hour. */
function network(): Readonly<Record<string, string>> {
  const parts = Array.from({ length: 3 }, () => String(randomInt(256)));
  return { 'x-forwarded-for': `10.${parts.join('.')}` };
}
