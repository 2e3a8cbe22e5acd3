import { existsSync } from 'node:fs';
import { chromium, type BrowserServer, type LaunchOptions } from 'playwright-core';

/** The headless engine, which most specs use, or the browser that people install. */
export type ChromiumKind = 'headless-shell' | 'chromium';

/** Environment variables with the programs. See `libs/toolchain/src/browsers.mjs`. */
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
  // Pages of specs close before V8's optimized code pays off. Without the optimizing compilers, their processes need a quarter less
  // processor time.
  '--js-flags=--no-opt --no-maglev',
];

/** Launches a Chromium to which several clients can connect in turn. */
export function launchChromium(kind: ChromiumKind): Promise<BrowserServer> {
  return chromium.launchServer({ args: FLAGS, ...chromiumProgram(kind) });
}

/** The option of Playwright's `launch` that names the program. */
export function chromiumProgram(kind: ChromiumKind): Pick<LaunchOptions, 'executablePath' | 'channel'> {
  const executablePath = programOf(kind) ?? programOf('chromium') ?? '';
  if (executablePath) return { executablePath };
  // Playwright's own download: the headless engine, or the full Chromium if the channel is named.
  return kind === 'chromium' ? { channel: 'chromium' } : {};
}

function programOf(kind: ChromiumKind): string | undefined {
  const [variable, debianPath] = PROGRAMS[kind];
  return process.env[variable] ?? (existsSync(debianPath) ? debianPath : undefined);
}
