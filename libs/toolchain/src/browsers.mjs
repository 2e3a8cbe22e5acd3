import { existsSync } from 'node:fs';
import { bin } from './paths.mjs';
import { runCommand, runNode } from './run-command.mjs';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/**
 * A Chromium for the browser tests: the system's, else Debian's package when we are root on Debian, else Playwright's
 * own download.
 * @returns path of the program, or '' when Playwright knows its own
 */
export async function chromium() {
  const found = await onSystem(process.env.CHROMIUM_PATH, CHROMIUM, 'chromium');
  if (found) return found;
  const code = await runNode([bin('playwright-core'), 'install', 'chromium']);
  if (code !== 0) throw new Error('No Chromium: install one and name it in CHROMIUM_PATH.');
  return '';
}

/**
 * A Firefox for the browser tests: the system's, else Debian's package when we are root on Debian.
 * @returns path of the program, or '' when there is none: its specs are skipped then, and say so
 */
export async function firefox() {
  const found = await onSystem(process.env.FIREFOX_PATH, FIREFOX, 'firefox-esr');
  if (!found)
    console.log('No Firefox: install one or name it in FIREFOX_PATH. Its browser tests are skipped.');
  return found ?? '';
}

async function onSystem(given, places, debianPackage) {
  const found = () => [given, ...places].find((place) => place && existsSync(place));
  if (found() || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return found();
  console.log(`Installing ${debianPackage} for the browser tests …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq'], { env });
  await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', debianPackage], { env });
  return found();
}
