import { createHash } from 'node:crypto';

const drawn = new Map<string, Promise<Buffer>>();

/** A picture of 1200 × 630 in colours that follow from its name. PNG. */
export function drawnPicture(name: string): Promise<Buffer> {
  const known = drawn.get(name);
  if (known) return known;
  const hue = createHash('sha256').update(name).digest().readUInt16BE() % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630"><rect width="1200" height="630" fill="hsl(${String(hue)},60%,70%)"/><circle cx="900" cy="420" r="320" fill="hsl(${String((hue + 40) % 360)},65%,55%)"/><circle cx="260" cy="180" r="140" fill="hsl(${String((hue + 80) % 360)},70%,80%)"/></svg>`;
  const picture = import('sharp').then(({ default: sharp }) => sharp(Buffer.from(svg)).png().toBuffer());
  drawn.set(name, picture);
  return picture;
}
