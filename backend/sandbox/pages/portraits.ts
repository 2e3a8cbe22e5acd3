import { createHash } from 'node:crypto';

/** The host of files and pages that are not part of the product. */
export const PAGES_HOST = 'pages.sandbox.test';

const drawn = new Map<number, Promise<Buffer>>();

/** A square PNG picture of 400 pixels. The path that requests it determines its colours. */
export function drawnPortrait(path: string): Promise<Buffer> {
  const hue = createHash('sha256').update(path).digest().readUInt16BE() % 360;
  const known = drawn.get(hue);
  if (known) return known;
  const shade = `hsl(${String((hue + 60) % 360)},60%,35%)`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="400" height="400" fill="hsl(${String(hue)},60%,70%)"/><circle cx="200" cy="160" r="80" fill="${shade}"/><circle cx="200" cy="400" r="150" fill="${shade}"/></svg>`;
  const portrait = import('sharp').then(({ default: sharp }) => sharp(Buffer.from(svg)).png().toBuffer());
  drawn.set(hue, portrait);
  return portrait;
}

/** The URL of an account's picture, as the platform returns it. Platforms serve such files from other hosts than their API. */
export const portraitOf = (account: string): string =>
  `https://${PAGES_HOST}/portraits/${encodeURIComponent(account)}.png`;
