import type { HostileComment } from './hostile-comment.ts';
import { HOSTILE_EAST } from './hostile-comments-east.ts';
import { HOSTILE_ENGLISH } from './hostile-comments-english.ts';
import { HOSTILE_BARE, HOSTILE_HIDDEN, HOSTILE_SENSITIVE } from './hostile-comments-hidden.ts';
import { HOSTILE_WEST } from './hostile-comments-west.ts';

/** By language, and by what is the same in all of them. */
export const HOSTILE: Readonly<Record<string, readonly HostileComment[]>> = {
  en: HOSTILE_ENGLISH,
  ...HOSTILE_WEST,
  ...HOSTILE_EAST,
  hidden: HOSTILE_HIDDEN,
  'one word': HOSTILE_BARE,
  sensitive: HOSTILE_SENSITIVE,
};
