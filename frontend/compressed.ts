import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXT = /\.(js|css|svg)$/;
/** Files with fewer bytes are not compressed, because they fit into one packet. */
const LEAST_BYTES = 1_000;
const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes a `.br` and a `.gz` file next to each hashed file, with the best compression, because a request has no time for it. */
export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }) {
      folder = join(dir, 'assets');
    },
    async closeBundle() {
      // A failed build has written no files.
      if (folder === '') return;
      const names = (await readdir(folder)).filter((name) => TEXT.test(name));
      await Promise.all(names.map((name) => compress(join(folder, name))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const whole = await readFile(file);
  if (whole.length < LEAST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: whole.length };
  await Promise.all([
    writeFile(`${file}.br`, await brotli(whole, { params })),
    writeFile(`${file}.gz`, await gzipped(whole, { level: constants.Z_BEST_COMPRESSION })),
  ]);
}
