import type { HostileComment } from './hostile-comment.ts';
import { HOSTILE_EAST } from './hostile-comments-east.ts';
import { HOSTILE_ENGLISH } from './hostile-comments-english.ts';
import { HOSTILE_WEST } from './hostile-comments-west.ts';

/** By language. */
export const HOSTILE: Readonly<Record<string, readonly HostileComment[]>> = {
  en: HOSTILE_ENGLISH,
  ...HOSTILE_WEST,
  ...HOSTILE_EAST,
};
