import { chromium, type Browser } from 'playwright-core';
import { Creator } from '../test/creator.ts';
import { startProduct, type Product } from '../test/product.ts';
import { percentilesOf } from './at-rate.ts';
import { fullInbox } from './inbox/full-inbox.ts';
import { openBenchContext } from './bench-context.ts';
import { cookiesOf } from './phone/device.ts';
import { firstLoad, type FirstLoad } from './phone/first-load.ts';
import { createFullLinkPage } from './phone/full-link-page.ts';
import { interactions } from './phone/inbox-interactions.ts';
import type { Report } from './report.ts';

const VISITS = 3;
const EMAIL = 'on-a-phone@example.com';
const PAGE_EMAIL = `page-${EMAIL}`;
const HANDLE = 'on_a_phone';
/** The targets of each screen: `lcp` in milliseconds, `script` in kB. */
const SCREENS = [
  { path: '/posts', isSignedIn: true, lcp: 1_800, script: 150, requests: 15 },
  { path: '/settings', isSignedIn: true, lcp: 1_800, script: 170, requests: null },
  { path: '/login', isSignedIn: false, lcp: 1_000, script: 0, requests: null },
  { path: `/u/${HANDLE}`, isSignedIn: false, lcp: 900, script: 0, requests: null },
] as const;

const COMMENTS = 2_000;
const INTERACTIONS = [
  ['move', 'moving to the next comment'],
  ['mark', 'marking a comment as read'],
  ['reply', 'opening the reply box'],
  ['type', 'typing one character of a reply'],
] as const;

/**
 * Measures first loads of the built product on a simulated phone: 412x823 pixels, a quarter of this processor's speed, 1.44 Mbit/s, 150 ms.
 */
export async function benchPhone(report: Report): Promise<void> {
  const env = { COMPLIMENTARY_PREMIUM: `${EMAIL},${PAGE_EMAIL}` };
  const product = await startProduct({ embedded: true, built: true, log: 'postgres', env });
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    ...(executablePath && { executablePath }),
  });
  try {
    const creator = await Creator.signedIn(product, EMAIL);
    const accounts = [await creator.connectBluesky(), await creator.connectMastodon()];
    for (let hour = 1; hour <= 20; hour += 1) {
      await creator.schedule(accounts, `${String(hour)} o’clock: fresh bread, and the buns of the season.`, {
        scheduledFor: new Date(Date.now() + hour * 3_600_000).toISOString(),
      });
    }
    await createFullLinkPage(await Creator.signedIn(product, PAGE_EMAIL), HANDLE);
    const cookies = cookiesOf(creator);
    for (const screen of SCREENS) {
      const visits: FirstLoad[] = [];
      for (let visit = 0; visit < VISITS; visit += 1)
        visits.push(
          await firstLoad(browser, `${product.url}${screen.path}`, screen.isSignedIn ? cookies : []),
        );
      addFigures(screen, visits, report);
    }
    await measureLongInbox(browser, product, report);
  } finally {
    await browser.close();
    await product.close();
  }
}

/** Measures interactions in a long inbox with all comments loaded. */
async function measureLongInbox(browser: Browser, product: Product, report: Report): Promise<void> {
  const context = await openBenchContext({ dataDir: product.dataDir, attach: true });
  try {
    const { creator } = await fullInbox(`inbox-${EMAIL}`, COMMENTS, product, context);
    const times = await interactions(browser, `${product.url}/inbox`, cookiesOf(creator), COMMENTS);
    for (const [what, name] of INTERACTIONS)
      report.add({
        name: `inbox of ${COMMENTS.toLocaleString('en')} comments: ${name}, slowest`,
        value: times[what],
        unit: 'ms',
        baseline: null,
        target: { atMost: 200 },
      });
  } finally {
    await context.close();
  }
}

function addFigures(
  { path, lcp, script, requests }: (typeof SCREENS)[number],
  visits: readonly FirstLoad[],
  report: Report,
): void {
  const median = (of: keyof FirstLoad) => percentilesOf(visits.map((visit) => visit[of])).p50;
  const add = (
    name: string,
    value: number,
    unit: 'ms' | 'kB' | 'requests' | 'CLS',
    atMost: number | null,
  ) => {
    const target = atMost === null ? null : { atMost };
    report.add({ name: `${path}: ${name}`, value, unit, baseline: null, target });
  };
  add('largest paint', median('lcp'), 'ms', lcp);
  add('total blocking time', median('tbt'), 'ms', 350);
  add('layout shift', median('cls'), 'CLS', 0.02);
  add('requests', median('requests'), 'requests', requests);
  add('script as transferred', median('scriptBytes') / 1_000, 'kB', script);
  add('all as transferred', median('bytes') / 1_000, 'kB', null);
}
