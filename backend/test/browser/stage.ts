import { randomInt } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { Creator } from '../creator.ts';
import { startProduct, type Product, type ProductOptions } from '../product.ts';
import { SandboxControl } from '../sandbox-control.ts';
import type { ChromiumKind } from './launch-chromium.ts';
import { borrowBrowser, borrowProduct, type SharedProduct } from './shared-stages.ts';
import { Visitor, type VisitOptions } from './visitor.ts';

/** A product and a real Chromium for the specs of one file. A spec fails when one of its pages reported an error. */
export class Stage<StageProduct extends SharedProduct = SharedProduct> {
  #product: StageProduct | null = null;
  #browser: Browser | null = null;
  #giveBackBrowser: () => void = () => undefined;
  readonly #visitors = new Set<Visitor>();
  readonly #creators: Creator[] = [];
  #headers: () => Readonly<Record<string, string>> = () => ({});
  /** Whether visits stay open until the end of the file. */
  #isLasting = false;
  #browserKind: ChromiumKind | undefined;

  private constructor() {
    // Only `forSpecs` and `ofItsOwn` create a stage: their hooks open and close it.
  }

  /**
   * Uses a product that other files have used before, with their users, and an empty sandbox.
   * @param o.chromium the browser that people install, where it can differ from the headless engine
   */
  static forSpecs(o: Readonly<{ chromium?: ChromiumKind }> = {}): Stage {
    const stage = new Stage();
    stage.#browserKind = o.chromium;
    stage.#headers = network;
    let giveBack: () => void = () => undefined;
    stage.#registerHooks(async () => {
      const lent = await borrowProduct();
      giveBack = lent.giveBack;
      await new SandboxControl(lent.of.sandboxUrl).reset();
      return lent.of;
    });
    afterAll(async () => {
      try {
        // The product reads the comments of each connected account every second, even during later files.
        await Promise.all(stage.#creators.map((creator) => creator.disconnectAll()));
      } finally {
        giveBack();
      }
    });
    return stage;
  }

  /**
   * For files whose product has other options, or stops.
   * @param o.visitsLast visitors stay from one spec to the next, so that the file creates a browser profile, its worker and its caches once
   */
  static ofItsOwn(options: ProductOptions, o: Readonly<{ visitsLast?: boolean }> = {}): Stage<Product> {
    const stage = new Stage<Product>();
    stage.#isLasting = o.visitsLast === true;
    stage.#registerHooks(() => startProduct(options));
    afterAll(() => stage.#product?.close());
    return stage;
  }

  get product(): StageProduct {
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

  /** A user who signed up over HTTP, and their browser with a screen open. */
  async visitOf(creator: Creator, options?: VisitOptions, path = '/posts'): Promise<Visitor> {
    const visitor = await this.visit(options);
    await visitor.signInAs(creator);
    await visitor.open(path);
    return visitor;
  }

  async creator(email?: string): Promise<Creator> {
    const creator = await Creator.signedIn(this.product, email, this.#headers());
    this.#creators.push(creator);
    return creator;
  }

  #registerHooks(product: () => Promise<StageProduct>): void {
    beforeAll(async () => {
      // Product and browser are each stored as soon as they exist, so that one is closed if the other fails.
      await Promise.all([
        product().then((started) => (this.#product = started)),
        borrowBrowser(this.#browserKind)
          .then((lent) => {
            this.#giveBackBrowser = lent.giveBack;
            return chromium.connect(lent.of.endpoint);
          })
          .then((browser) => (this.#browser = browser)),
      ]);
    }, 120_000);
    afterEach(async () => {
      const visitors = [...this.#visitors];
      if (this.#isLasting) await Promise.all(visitors.map((visitor) => visitor.turnPage()));
      else await this.#endVisits();
      expect(visitors.flatMap((visitor) => visitor.settle())).toEqual([]);
    });
    afterAll(async () => {
      try {
        await this.#endVisits();
        await this.#browser?.close();
      } finally {
        this.#giveBackBrowser();
      }
    });
  }

  async #endVisits(): Promise<void> {
    const visitors = [...this.#visitors];
    this.#visitors.clear();
    await Promise.all(visitors.map((visitor) => visitor.leave()));
  }
}

/** Each person has a separate network, because one network allows few sign-ins in an hour. */
function network(): Readonly<Record<string, string>> {
  const parts = Array.from({ length: 3 }, () => String(randomInt(256)));
  return { 'x-forwarded-for': `10.${parts.join('.')}` };
}
