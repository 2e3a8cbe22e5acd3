import { existsSync } from 'node:fs';
import { bin } from './paths.mjs';
import { runCommand, runNode } from './run-command.mjs';

/** The paths of each browser for the tests, in order of preference, and the Debian package that contains it. */
const BROWSERS = {
  CHROMIUM_PATH: {
    places: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    debianPackage: 'chromium',
  },
  // The headless engine of Chromium: enough for most specs, with a third less processor time.
  HEADLESS_SHELL_PATH: {
    places: ['/usr/bin/chromium-headless-shell'],
    debianPackage: 'chromium-headless-shell',
  },
  FIREFOX_PATH: { places: ['/usr/bin/firefox-esr', '/usr/bin/firefox'], debianPackage: 'firefox-esr' },
};

/**
 * Finds the browsers for the browser tests: the system's, else Playwright's own download of Chromium.
 * @returns variables with the paths of their programs. Empty: Playwright knows its own Chromium; there is no Firefox, and its specs are
 * skipped and say so
 * @throws Error when there is no Chromium
 */
export async function browsers() {
  const firefox = placeOf('FIREFOX_PATH') ?? '';
  if (!firefox)
    console.log('No Firefox: install one or name it in FIREFOX_PATH. Its browser tests are skipped.');
  const chromium = placeOf('CHROMIUM_PATH') ?? (await downloadChromium());
  const shell = placeOf('HEADLESS_SHELL_PATH') ?? chromium;
  return { CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: shell, FIREFOX_PATH: firefox };
}

const placeOf = (name) =>
  [process.env[name], ...BROWSERS[name].places].find((place) => place && existsSync(place));

/** Installs the Debian packages of missing browsers, when running as root on Debian. */
export async function installBrowsers() {
  const missing = Object.keys(BROWSERS).filter((name) => !placeOf(name));
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const packages = missing.map((name) => BROWSERS[name].debianPackage);
  console.log(`Installing ${packages.join(', ')} for the browser tests …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runCommand('apt-get', ['update', '-qq'], { env });
  const options = ['-y', '-qq', '--no-install-recommends'];
  const install = (...names) => runCommand('apt-get', ['install', ...options, ...names], { env });
  if ((await install(...packages)) === 0) return;
  // One by one: a release may lack one of them.
  for (const name of packages) await install(name);
}

async function downloadChromium() {
  const code = await runNode([bin('playwright-core'), 'install', 'chromium']);
  if (code !== 0) throw new Error('No Chromium: install one and name it in CHROMIUM_PATH.');
  return '';
}
