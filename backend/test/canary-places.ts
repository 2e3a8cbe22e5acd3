import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LINK_LINES } from '#modules/identity/pages/mails/terminal.ts';
import { allRows, recordedEvents } from './kept-data.ts';
import { openedSecrets } from './opened-secrets.ts';
import type { Product } from './product.ts';
import type { Canaries } from './whole-life.ts';

// A canary is a value that occurs nowhere else, so a search for it finds every place that contains it.

/** Folders with sent mails and with data of other servers, which an erasure in the product cannot reach. */
const NOT_ERASABLE = ['outbox', 'sandbox'];
/** Files of the database server contain old versions of rows until a vacuum. */
const DATABASE = 'postgres';

/** One searched place. `name`: a table, a stream with an event type, a file, or `output`. */
type Place = Readonly<{ name: string; text: string }>;

/**
 * All places: the tables of all schemas, the stored log, both again with decrypted values, files of the data folder, and the output.
 * @param onlyErasable leaves out the places that an erasure cannot reach
 */
async function places(product: Product, onlyErasable: boolean): Promise<readonly Place[]> {
  const tables = [...(await allRows(product))].map(([name, rows]) => ({ name, text: rows.join('\n') }));
  const streams = (await recordedEvents(product)).map(({ stream, type, text }) => ({
    name: `${stream} ${type}`,
    text,
  }));
  const output = { name: 'output', text: product.output() };
  const decrypted = await openedSecrets(product);
  return [
    ...tables,
    ...streams,
    ...decrypted,
    ...(await files(product, onlyErasable)),
    onlyErasable ? withoutLinks(output) : output,
  ];
}

/** Removes the sign-in links that the product prints in the terminal without a mail server. */
const withoutLinks = ({ name, text }: Place): Place => ({
  name,
  text: text.replaceAll(LINK_LINES, ''),
});

async function files({ dataDir }: Product, onlyErasable: boolean): Promise<readonly Place[]> {
  const skipped = [DATABASE, ...(onlyErasable ? NOT_ERASABLE : [])].map((folder) => join(dataDir, folder));
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const paths = entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    return entry.isFile() && !skipped.some((folder) => path.startsWith(folder)) ? [path] : [];
  });
  // The text includes the file name, so that the search finds canaries in file names.
  return Promise.all(
    paths.map(async (path) => ({ name: path, text: `${path}\n${await readFile(path, 'latin1')}` })),
  );
}

/** The forms of a word: as it is, URL-encoded, and as hexadecimal bytes. */
const formsOf = (word: string): readonly string[] => [
  ...new Set(
    [word, encodeURIComponent(word), Buffer.from(word).toString('hex')].map((form) => form.toLowerCase()),
  ),
];

/** Pairs of a canary’s name and the name of a place that contains the canary. */
const hits = (searched: readonly Place[], canaries: Canaries): readonly (readonly [string, string])[] => {
  const forms = [...canaries].map(([what, word]) => [what, formsOf(word)] as const);
  return searched.flatMap(({ name, text }) => {
    const lowerCase = text.toLowerCase();
    return forms.flatMap(([what, words]) =>
      words.some((word) => lowerCase.includes(word)) ? [[what, name] as const] : [],
    );
  });
};

/** Returns the canaries that the product still contains, with their places, like `session in identity.session`. */
export const leftOf = async (product: Product, canaries: Canaries): Promise<readonly string[]> =>
  hits(await places(product, true), canaries).map(([what, where]) => `${what} in ${where}`);

/** Returns the canaries that appear nowhere: not in the product, in mails, on other servers or in what the browser received (`received`). */
export async function unseenOf(
  product: Product,
  canaries: Canaries,
  received: readonly string[],
): Promise<readonly string[]> {
  const all = [...(await places(product, false)), ...received.map((text) => ({ name: 'response', text }))];
  const seen = new Set(hits(all, canaries).map(([what]) => what));
  return [...canaries.keys()].filter((what) => !seen.has(what));
}
