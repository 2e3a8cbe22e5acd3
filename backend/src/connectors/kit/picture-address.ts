import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import { textOf } from './json.ts';

/** In characters. URLs of some platforms contain long signatures. */
const ADDRESS_MAX = 2000;

/**
 * The URL of an account's picture, as a field of the account; empty if the platform returned no usable URL.
 * @param candidates values from a response; the first usable URL counts
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
