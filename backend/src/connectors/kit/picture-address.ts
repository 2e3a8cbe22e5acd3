import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { textOf } from './json.ts';

/** In characters. Addresses of some platforms carry long signatures. */
const ADDRESS_MAX = 2000;

/**
 * The address of an account's picture as a field of the account; empty where the platform names none that can be fetched.
 * @param named the first usable one counts
 */
export function pictureAddress(...named: readonly (JsonValue | undefined)[]): Readonly<{ picture?: string }> {
  for (const each of named) {
    const text = textOf(each) ?? '';
    if (!URL.canParse(text)) continue;
    const { protocol, href } = new URL(text);
    if (protocol === 'https:' && href.length <= ADDRESS_MAX) return { picture: href };
  }
  return {};
}
