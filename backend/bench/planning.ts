import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser } from 'playwright-core';
import type { DraftPage } from '@posthorn/contracts/scheduling/drafts.http';
import { connectAll } from '../test/all-platforms.ts';
import { chromiumProgram } from '../test/browser/launch-chromium.ts';
import type { Creator } from '../test/creator.ts';
import { startProduct } from '../test/product.ts';
import { openBenchContext } from './bench-context.ts';
import { bareButton } from './planning/bare-button.ts';
import { calendarAnswer } from './planning/calendar-answer.ts';
import { calendarSteps } from './planning/calendar-steps.ts';
import { composerSteps } from './planning/composer-steps.ts';
import { Hand } from './planning/hand.ts';
import { postsSteps } from './planning/posts-steps.ts';
import { cookiesOf, onDevice, type Device } from './phone/device.ts';
import type { Report } from './report.ts';
import { LATER, userWith } from './user-with-posts.ts';

const EMAIL = 'full-calendar@example.com';
const MONTH = { posts: 5_000, days: 31, from: '2035-01-01', to: '2035-02-01' } as const;
const DAYS = ['2035-01-16', '2035-01-19'] as const;
const TARGET_MS = 200;
/** After this time, the page has loaded the code of dialogs and of choosing posts. */
const LOADED_MS = 4_000;
const ASSETS = new URL('../../frontend/dist/assets/', import.meta.url);
const CHUNK_KB = 30;

const DEVICES: readonly Device[] = [
  { width: 360, height: 740, isPhone: true, scale: 2, network: null },
  { width: 1280, height: 900, isPhone: false, scale: 1, network: null },
];

type Visit = Readonly<{ name: string; path: string; steps: (hand: Hand, isPhone: boolean) => Promise<void> }>;
const VISITS: readonly Visit[] = [
  {
    name: 'calendar',
    path: `/calendar?day=${DAYS[0]}`,
    steps: (hand, isPhone) => calendarSteps({ hand, isPhone, days: DAYS }),
  },
  {
    name: 'composer',
    path: '/posts?compose=true',
    steps: (hand, isPhone) => composerSteps({ hand, isPhone, when: Array.from('01012035') }),
  },
  { name: 'posts', path: '/posts', steps: postsSteps },
];

/** Measures how long a user waits who plans a month of 5,000 posts for eleven accounts, on a phone and on a desktop. */
export async function benchPlanning(report: Report): Promise<void> {
  const env = { COMPLIMENTARY_PREMIUM: EMAIL };
  const product = await startProduct({ embedded: true, built: true, log: 'postgres', env });
  try {
    const context = await openBenchContext({ dataDir: product.dataDir, attach: true });
    try {
      const user = await userWith(EMAIL, MONTH.posts, product, context, {
        dueAt: (at) => new Date(LATER.getTime() + (at / MONTH.posts) * MONTH.days * 86_400_000),
        connect: connectAll,
        // Each post has three of the accounts, and the next post has others.
        targetsOf: (at, all) => [0, 1, 2].flatMap((next) => all[(at + next * 4) % all.length] ?? []),
      });
      await calendarAnswer(user, MONTH, context.pool, report);
      await measureChunk(report);
      await measureInBrowser(product.url, user.creator, report);
    } finally {
      await context.close();
    }
  } finally {
    await product.close();
  }
}

async function measureChunk(report: Report): Promise<void> {
  const files = (await readdir(ASSETS)).filter((name) => /^calendar-[^.]+\.js$/u.test(name));
  const [file] = files;
  if (file === undefined) throw new Error(`${fileURLToPath(ASSETS)} has no chunk for the calendar.`);
  report.add({
    name: 'chunk of the calendar, gzipped',
    value: gzipSync(await readFile(new URL(file, ASSETS))).length / 1_000,
    unit: 'kB',
    baseline: null,
    target: { atMost: CHUNK_KB },
  });
}

async function measureInBrowser(url: string, creator: Creator, report: Report): Promise<void> {
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    // The full Chromium without a window leaves some changed frames undrawn until the next change, which counts as a slow interaction.
    ...chromiumProgram('headless-shell'),
  });
  try {
    for (const device of DEVICES) {
      const bare = await bareButton(browser, device);
      for (const visit of VISITS) {
        await removeDrafts(creator);
        await measureVisit(browser, device, visit, { url, creator, bare }, report);
      }
    }
  } finally {
    await browser.close();
  }
}

/** Without drafts, each visit of the composer begins with an empty form. */
async function removeDrafts({ client }: Creator): Promise<void> {
  const { body } = await client.get<DraftPage>('/api/drafts');
  for (const { id } of body.items) await client.call('DELETE', `/api/drafts/${id}`);
}

async function measureVisit(
  browser: Browser,
  device: Device,
  { name, path, steps }: Visit,
  { url, creator, bare }: Readonly<{ url: string; creator: Creator; bare: number }>,
  report: Report,
): Promise<void> {
  await onDevice(browser, device, url, cookiesOf(creator), async (page, devtools) => {
    await page.goto(`${url}${path}`);
    await page.waitForTimeout(LOADED_MS);
    const hand = await Hand.on(page, devtools, device);
    await steps(hand, device.isPhone);
    const screen = `${name}, ${String(device.width)} px`;
    for (const [step, { slowest, task }] of hand.times)
      report.say(
        `    ${`${screen}: ${step}`.padEnd(54)} ${slowest.toFixed(0).padStart(6)} ms  longest task ${task.toFixed(0).padStart(5)} ms`,
      );
    const worst = Math.max(...[...hand.times.values()].map(({ slowest }) => slowest));
    const add = (what: string, value: number) => {
      const baseline = { name: 'a bare button', value: bare };
      report.add({ name: `${screen}: ${what}`, value, unit: 'ms', baseline, target: { atMost: TARGET_MS } });
    };
    add('slowest interaction', worst);
    add('INP', await hand.inp());
  });
}
