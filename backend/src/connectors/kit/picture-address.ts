import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { textOf } from './json.ts';

/** In characters. Addresses of some platforms contain long signatures. */
const ADDRESS_MAX = 2000;

/**
 * The address of an account's picture, as a field of the account; empty if the platform returned no usable address.
 * @param candidates candidates; the first usable address counts
 */
export function pictureAddress(
  ...candidates: readonly (JsonValue | undefined)[]
): Readonly<{ picture?: string }> {
  for (const each of candidates) {
    const text = textOf(each) ?? '';
    if (!URL.canParse(text)) continue;
    const { protocol, href } = new URL(text);
    if (protocol === 'https:' && href.length <= ADDRESS_MAX) return { picture: href };
  }
  return {};
}
