import { chromium, type BrowserServer } from 'playwright-core';

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
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  // Empty: Playwright knows its own.
  return chromium.launchServer({ args: FLAGS, ...(executablePath && { executablePath }) });
}
