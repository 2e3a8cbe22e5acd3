import { existsSync } from 'node:fs';
import { bin } from './paths.mjs';
import { runCommand, runNode } from './run-command.mjs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * A Chromium for the browser tests: the system's, else Debian's package when we are root on Debian, else Playwright's
 * own download.
 * @returns path of the program, or '' when Playwright knows its own
 */
export async function chromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given && existsSync(given)) return given;
  const found = () => places.find((place) => existsSync(place));
  if (found()) return found();
  console.log('Installing Chromium for the browser tests …');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await runCommand('apt-get', ['update', '-qq'], { env });
    await runCommand('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
    if (found()) return found();
  }
  const code = await runNode([bin('playwright-core'), 'install', 'chromium']);
  if (code !== 0) throw new Error('No Chromium: install one and name it in CHROMIUM_PATH.');
  return '';
}
