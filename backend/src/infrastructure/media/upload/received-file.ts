/** An uploaded file on our disk, under our own name. */
export type ReceivedFile = Readonly<{ path: string; originalName: string }>;

const NAME_MAX = 200;

/** Cleans the client's name of a file. The name is shown as text, and never used as a path. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/u).at(-1) ?? '';
  // Keeps joined emoji; removes control characters and those that change the direction of text.
  const clean = last.replace(/[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return Array.from(clean).slice(0, NAME_MAX).join('') || 'file';
}
