import { existsSync } from 'node:fs';
import { chromium, type BrowserServer } from 'playwright-core';

const OF_DEBIAN = '/usr/bin/chromium';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A Chromium to connect to, by several clients one after the other. */
export function launchChromium(): Promise<BrowserServer> {
  // Empty: the one that Playwright has downloaded.
  const executablePath = process.env['CHROMIUM_PATH'] ?? (existsSync(OF_DEBIAN) ? OF_DEBIAN : '');
  return chromium.launchServer({ args: FLAGS, ...(executablePath && { executablePath }) });
}
