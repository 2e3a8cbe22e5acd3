import { existsSync } from 'node:fs';
import { chromium, type BrowserServer } from 'playwright-core';

/** The engine without windows, which most specs need, or the browser that people install. */
export type ChromiumKind = 'headless-shell' | 'chromium';

/** Programs by the variables that name them. See `libs/toolchain/src/browsers.mjs`. */
const PROGRAMS = {
  'headless-shell': ['HEADLESS_SHELL_PATH', '/usr/bin/chromium-headless-shell'],
  chromium: ['CHROMIUM_PATH', '/usr/bin/chromium'],
} as const;

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
export function launchChromium(kind: ChromiumKind): Promise<BrowserServer> {
  const executablePath = programOf(kind) ?? programOf('chromium') ?? '';
  // Empty: the one that Playwright has downloaded, without windows unless its channel is named.
  const program = executablePath ? { executablePath } : kind === 'chromium' ? { channel: 'chromium' } : {};
  return chromium.launchServer({ args: FLAGS, ...program });
}

function programOf(kind: ChromiumKind): string | undefined {
  const [variable, ofDebian] = PROGRAMS[kind];
  return process.env[variable] ?? (existsSync(ofDebian) ? ofDebian : undefined);
}
