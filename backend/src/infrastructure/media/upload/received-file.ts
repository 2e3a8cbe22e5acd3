/** A file as it came in, on our disk under a name of ours. */
export type ReceivedFile = Readonly<{ path: string; originalName: string }>;

const NAME_MAX = 200;

/** What a client calls its file: shown as text, never used as a path. */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/u).at(-1) ?? '';
  // Joined emoji stay whole; what is invisible or turns the direction of the text around goes.
  const clean = last.replace(/[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/gu, '').trim();
  return Array.from(clean).slice(0, NAME_MAX).join('') || 'file';
}
