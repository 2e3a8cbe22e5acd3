import type { ExportFile } from './export-part.ts';

/** `README.txt` of an export: what each file is, for whoever opens it years later. */
export function guideTo(files: readonly ExportFile[], at: Date): string {
  const width = Math.max(...files.map(({ name }) => name.length));
  return `Your data

Begun on ${at.toISOString()}. What changed while this archive was being made may be in one file and not yet in another.

Files of JSON, in UTF-8. Times are in UTC.

${files.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}

schemas/ has a JSON Schema (2020-12) for each of them, which describes every field.

media/ holds your uploads as they were stored, named as posts.json and media.json name them. Smaller pictures that were made of
them are left out.

events/ holds the record itself: every event as it is stored, one a line, and a last line with what the lines before it come to.
Each event carries a hash that continues the one before it, so that a change would show. To check a file:

  npm run log:verify -- events/user.ndjson

Words of people are locked in these events ("$personal"), because their hashes are made of the locked form. The files above say
the same in plain words.

Not in here: passwords and tokens of your connected accounts, payment cards (they are at the payment provider alone), and anything
of other people but what they wrote under your posts, and the name they did it under.
`;
}
