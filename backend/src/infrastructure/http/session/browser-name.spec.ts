import { expect, it } from '@jest/globals';
import { DEVICE_NAMES, UNKNOWN_BROWSER } from '@posthorn/contracts/shared/device-names';
import { sentenceOf } from '@posthorn/contracts/shared/said';
import { browserName, browserSaid } from './browser-name.ts';

const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/156.0.0.0`;
const LINUX = `Mozilla/5.0 (X11; Linux x86_64) ${BLINK}`;
const ANDROID = 'Mozilla/5.0 (Linux; Android 16; K)';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT}`;
const IPAD = `Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) ${WEBKIT}`;

it.each([
  ['Chrome on Windows', `${WINDOWS} Safari/537.36`],
  ['Chrome on Linux', `${LINUX} Chrome/156.0.0.0 Safari/537.36`],
  ['Chrome on Linux', `${LINUX} HeadlessChrome/156.0.0.0 Safari/537.36`],
  ['Chrome on Linux', `${LINUX} Ubuntu Chromium/156.0.0.0 Chrome/156.0.0.0 Safari/537.36`],
  ['Chrome on Android', `${ANDROID} ${BLINK} Chrome/156.0.0.0 Mobile Safari/537.36`],
  ['Chrome on iPhone', `${IPHONE} CriOS/156.0.7000.10 Mobile/15E148 Safari/604.1`],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Chrome/156.0.0.0 Safari/537.36`],
  ['Edge on Windows', `${WINDOWS} Safari/537.36 Edg/156.0.0.0`],
  ['Edge on Windows', `${WINDOWS} Safari/537.36 Edge/18.19042`],
  ['Edge on Linux', `${LINUX} HeadlessChrome/156.0.0.0 Safari/537.36 HeadlessEdg/156.0.0.0`],
  ['Edge on Android', `${ANDROID} ${BLINK} Chrome/156.0.0.0 Mobile Safari/537.36 EdgA/156.0.0.0`],
  ['Edge on iPhone', `${IPHONE} Version/19.0 EdgiOS/156.0.3000.1 Mobile/15E148 Safari/605.1.15`],
  ['Opera on Windows', `${WINDOWS} Safari/537.36 OPR/130.0.0.0`],
  ['Opera on Android', `${ANDROID} ${BLINK} Chrome/156.0.0.0 Mobile Safari/537.36 OPR/95.0.0.0`],
  ['Opera on iPhone', `${IPHONE} Version/19.0 Mobile/15E148 Safari/604.1 OPT/6.2.0`],
  ['Opera on Windows', `${WINDOWS} Safari/537.36 OPX/2.1`],
  [
    'Samsung Internet on Android',
    `${ANDROID} ${BLINK} SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36`,
  ],
  ['Firefox on Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15.2; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['Firefox on Android', 'Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0'],
  ['Firefox on iPhone', `${IPHONE} FxiOS/145.0 Mobile/15E148 Safari/604.1`],
  ['Firefox on iPad', `${IPAD} FxiOS/145.0 Mobile/15E148 Safari/604.1`],
  ['Safari on Mac', `${MAC} ${WEBKIT} Version/19.0 Safari/605.1.15`],
  ['Safari on iPhone', `${IPHONE} Version/19.0 Mobile/15E148 Safari/604.1`],
  ['iPhone', `${IPHONE} Mobile/15E148`],
  ['Unknown browser', 'curl/8.14.1'],
  ['Unknown browser', undefined],
])('names %s', (name, userAgent) => {
  expect(browserName(userAgent)).toBe(name);
});

const BROWSERS = ['Edge', 'Opera', 'Samsung Internet', 'Firefox', 'Chrome', 'Safari'];
const SYSTEMS = ['iPhone', 'iPad', 'Android', 'Windows', 'Mac', 'ChromeOS', 'Linux'];

it('gives each stored name of a browser and its system a code, which makes the same name again', () => {
  for (const browser of BROWSERS)
    for (const system of SYSTEMS) {
      const name = `${browser} on ${system}`;
      const said = browserSaid(name);
      expect([name, said]).toEqual([name, { code: 'browser', values: { browser, system } }]);
      expect(sentenceOf(DEVICE_NAMES, said ?? { code: null }, said?.values)).toBe(name);
    }
  expect(browserSaid('Unknown browser')).toEqual(UNKNOWN_BROWSER);
  expect(sentenceOf(DEVICE_NAMES, UNKNOWN_BROWSER)).toBe('Unknown browser');
});

it.each([
  ...BROWSERS,
  ...SYSTEMS,
  'Brave on Linux',
  'Firefox on BeOS',
  'Firefox on Windows on Linux',
  'firefox on windows',
  'My blog',
  'constructor',
  '',
])('gives the stored text "%s" no code', (name) => {
  expect(browserSaid(name)).toBeUndefined();
});
