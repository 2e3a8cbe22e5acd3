import type { CDPSession, Locator, Page } from 'playwright-core';
import type { Device } from '../phone/device.ts';
import { InteractionTimes, type StepTimes } from '../phone/interaction-times.ts';

const IDLE_MS = 500;
/** The screens of the product treat a press of 500 ms or more as a long press. */
const LONG_PRESS_MS = 650;
const MOVES = 12;

type Point = Readonly<{ x: number; y: number }>;

/** Simulates a user at a device, and measures each step. A step sends the events of a mouse, a touch screen or a keyboard. */
export class Hand {
  readonly page: Page;
  readonly #devtools: CDPSession;
  readonly #isPhone: boolean;
  readonly #interactions: InteractionTimes;
  readonly #times = new Map<string, StepTimes>();

  private constructor(page: Page, devtools: CDPSession, { isPhone }: Device, interactions: InteractionTimes) {
    this.page = page;
    this.#devtools = devtools;
    this.#isPhone = isPhone;
    this.#interactions = interactions;
  }

  /** Begins to measure on a loaded page. */
  static async on(page: Page, devtools: CDPSession, device: Device): Promise<Hand> {
    return new Hand(page, devtools, device, await InteractionTimes.on(page, IDLE_MS));
  }

  /** The slowest interaction and the longest task of each step, by the name of the step. */
  get times(): ReadonlyMap<string, StepTimes> {
    return this.#times;
  }

  inp(): Promise<number> {
    return this.#interactions.inp();
  }

  /** Clicks or taps. */
  async press(name: string, target: Locator): Promise<void> {
    await this.#pressAt(name, await pointIn(target));
  }

  async shiftClick(name: string, target: Locator): Promise<void> {
    const point = await pointIn(target);
    await this.page.keyboard.down('Shift');
    await this.#pressAt(name, point);
    await this.page.keyboard.up('Shift');
  }

  async longPress(name: string, target: Locator): Promise<void> {
    const point = await pointIn(target);
    await this.#measured(name, async () => {
      await this.#devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      await this.page.waitForTimeout(LONG_PRESS_MS);
      await this.#devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    });
  }

  /** Presses keys in turn, each on an idle page. */
  async keys(name: string, ...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#measured(name, () => this.page.keyboard.press(key));
  }

  /** Types without waiting for the page, as a quick writer does. */
  async type(name: string, text: string, delay: number): Promise<void> {
    await this.#measured(name, () => this.page.keyboard.type(text, { delay }));
  }

  /** Drags with the mouse from one element to the other, over everything between these elements. */
  async drag(name: string, from: Locator, to: Locator): Promise<void> {
    const [start, end] = [await pointIn(from), await pointIn(to)];
    const { mouse } = this.page;
    await this.#measured(name, async () => {
      await mouse.move(start.x, start.y);
      await mouse.down();
      await mouse.move(end.x, end.y, { steps: MOVES });
      await mouse.up();
    });
  }

  async #pressAt(name: string, { x, y }: Point): Promise<void> {
    await this.#measured(name, () =>
      this.#isPhone ? this.page.touchscreen.tap(x, y) : this.page.mouse.click(x, y),
    );
  }

  async #measured(name: string, work: () => Promise<void>): Promise<void> {
    const { slowest, task } = await this.#interactions.ofStep(work);
    const known = this.#times.get(name) ?? { slowest: 0, task: 0 };
    this.#times.set(name, {
      slowest: Math.max(known.slowest, slowest),
      task: Math.max(known.task, task),
    });
  }
}

/** Scrolls to the element and returns its middle. After that, only the user's own step is measured, without the search for the element. */
async function pointIn(target: Locator): Promise<Point> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`The page does not show ${target.toString()}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
