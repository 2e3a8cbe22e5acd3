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

/** Returns enough for users to recognise their browser in a list, and no more: the header itself is not stored. */
export function browserName(userAgent: string | undefined): string {
  const browser = first(BROWSERS, userAgent);
  const system = first(SYSTEMS, userAgent);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown browser';
}

const first = (names: readonly (readonly [RegExp, string])[], text = ''): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** The browser of a request, such as "Firefox on Windows". */
export const BrowserName = createParamDecorator((_: unknown, context: ExecutionContext): string =>
  browserName(context.switchToHttp().getRequest<Request>().headers['user-agent']),
);
