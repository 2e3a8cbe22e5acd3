import { isBlank } from '@posthorn/contracts/shared/text';

/** An uploaded file on our disk, under our own name. */
export type ReceivedFile = Readonly<{ path: string; originalName: string }>;

const NAME_MAX = 200;

/** The end of a long name, which is kept: a dot and an extension. */
const ENDING = /\.[a-z\d]{1,9}$/iu;

/** Cleans the client's name of a file. The name is shown as text, and never used as a path. Without letters, digits or signs it becomes `file`. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/u).at(-1) ?? '';
  // Keeps joined emoji; removes control characters and those that change the direction of text.
  const clean = last.replace(/[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return /[^.\s]/u.test(clean) && !isBlank(clean) ? shortenName(clean) : 'file';
}

function shortenName(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= NAME_MAX) return name;
  const ending = ENDING.exec(name)?.[0] ?? '';
  return letters.slice(0, NAME_MAX - ending.length).join('') + ending;
}
