import { readFile } from 'node:fs/promises';
import { BRAND } from '@posthorn/contracts/shared/brand';
import sharp from 'sharp';
import type { Plugin } from 'vite';

const DRAWING = 'public/favicon.svg';
/**
 * The size of the drawing on a maskable icon, as a fraction. A device may crop everything outside a circle
 * of 80 % of the width (w3.org/TR/appmanifest, "Icon masks and safe zone").
 */
const SAFE = 0.7;

type Icon = Readonly<{ file: string; size: number; purpose: 'any' | 'maskable' | null }>;
/** The icons to generate. `purpose`: the purpose in the manifest; null: not in the manifest. */
const ICONS: readonly Icon[] = [
  { file: 'icon-192.png', size: 192, purpose: 'any' },
  { file: 'icon-512.png', size: 512, purpose: 'any' },
  { file: 'icon-maskable-512.png', size: 512, purpose: 'maskable' },
  // iOS shows transparent areas as black, and rounds the corners itself.
  { file: 'apple-touch-icon.png', size: 180, purpose: null },
];

/** The icons in the manifest of the installed app. */
export const manifestIcons = [
  { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ...ICONS.flatMap(({ file, size, purpose }) =>
    purpose === null
      ? []
      : [{ src: `/${file}`, sizes: `${String(size)}x${String(size)}`, type: 'image/png', purpose }],
  ),
];

/** Generates all icons from one drawing, so that a change of the drawing changes all icons. */
export function icons(): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    async generateBundle() {
      const drawing = await readFile(new URL(DRAWING, import.meta.url));
      for (const { file, size, purpose } of ICONS) {
        const source =
          purpose === 'any' ? await renderPng(drawing, size) : await renderOnColour(drawing, size);
        this.emitFile({ type: 'asset', fileName: file, source });
      }
      this.emitFile({
        type: 'asset',
        fileName: 'favicon.ico',
        source: ico(await renderPng(drawing, 32), 32),
      });
    },
  };
}

const renderPng = (drawing: Buffer, size: number): Promise<Buffer> =>
  // Renders the drawing at the needed resolution, instead of scaling up its own size.
  sharp(drawing, { density: 72 * Math.max(1, size / 32) })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

const renderOnColour = async (drawing: Buffer, size: number): Promise<Buffer> => {
  const background = BRAND.iconColour;
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .composite([{ input: await renderPng(drawing, Math.round(size * SAFE)) }])
    .png({ compressionLevel: 9 })
    .toBuffer();
};

/** Returns a favicon.ico file with one image, which may be a PNG (learn.microsoft.com/previous-versions/ms997538). */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
