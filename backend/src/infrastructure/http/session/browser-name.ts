import { UNKNOWN_BROWSER } from '@posthorn/contracts/shared/device-names';
import type { SaidPart } from '@posthorn/contracts/shared/said';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(Headless)?Edg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|OPX|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b((Headless)?Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Tables and drafts contain these names, so they do not change. */
const named = (browser: string, system: string): string => `${browser} on ${system}`;
const UNKNOWN = 'Unknown browser';

/** Returns enough for users to recognise their browser in a list, and no more: the header itself is not stored. */
export function browserName(userAgent: string | undefined): string {
  const browser = firstMatch(BROWSERS, userAgent);
  const system = firstMatch(SYSTEMS, userAgent);
  if (browser && system) return named(browser, system);
  return browser ?? system ?? UNKNOWN;
}

const firstMatch = (names: readonly (readonly [RegExp, string])[], text = ''): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

const SAID: ReadonlyMap<string, SaidPart> = new Map<string, SaidPart>([
  [UNKNOWN, UNKNOWN_BROWSER],
  ...BROWSERS.flatMap(([, browser]) =>
    SYSTEMS.map(
      ([, system]) => [named(browser, system), { code: 'browser', values: { browser, system } }] as const,
    ),
  ),
]);

/** Returns the code of a stored name. Undefined: the name is the same in every language, or another release stored it. */
export const browserSaid = (name: string): SaidPart | undefined => SAID.get(name);

/** The browser of a request, such as "Firefox on Windows". */
export const BrowserName = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  browserName(context.switchToHttp().getRequest<Request>().headers['user-agent']),
);
