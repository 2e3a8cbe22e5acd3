import { readFile, stat } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { loadSharp } from './load-sharp.ts';
import { walkPicture } from './picture-walk.ts';

/** The path of a file, or the bytes themselves. */
type PictureSource = string | Uint8Array;

/** Sizes in pixels. `durationSeconds`: of one run of an animation. `upright`: the size after the rotation that viewers apply. */
type PictureHead = Readonly<{
  width: number;
  height: number;
  format: string;
  frames: number;
  durationSeconds: number;
  upright: Readonly<{ width: number; height: number }>;
}>;
export type PictureFormat = 'jpeg' | 'png' | 'webp' | 'gif';

type Inputs = Readonly<{
  head: Readonly<{ source: PictureSource }>;
  redraw: Readonly<{
    path: string;
    format: PictureFormat;
    animated: boolean;
    pixelsMax: number;
    thumbnail: number;
  }>;
  jpeg: Readonly<{ source: PictureSource; side: number; quality: number; pixelsMax: number }>;
  cut: Readonly<{
    path: string;
    cuts: readonly Readonly<{ path: string; width: number; height: number }>[];
    pixelsMax: number;
  }>;
  compose: Readonly<{
    ground: PictureSource;
    layers: readonly string[];
    width: number;
    height: number;
    quality: number;
  }>;
}>;
type Outputs = Readonly<{
  head: PictureHead;
  redraw: Readonly<{ width: number; height: number; bytes: number }>;
  jpeg: Readonly<{ data: Uint8Array; width: number; height: number }>;
  cut: null;
  compose: Uint8Array;
}>;

export type JobName = keyof Inputs;
export type InputOf<Name extends JobName> = Inputs[Name];
export type OutputOf<Name extends JobName> = Outputs[Name];

const FORMATS: Readonly<Record<PictureFormat, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.autoOrient().jpeg({ quality: 90 }),
  png: (image) => image.autoOrient().png(),
  webp: (image) => image.autoOrient().webp({ quality: 90 }),
  // Keeps frames, their times and the number of runs. GIF has no rotation flag.
  gif: (image) => image.gif(),
};

const svg = (text: string): Buffer => Buffer.from(text);

/** The jobs of a drawing process. Each job throws the errors of libvips or the file system. */
export const DRAWING_JOBS: Readonly<{ [Name in JobName]: (input: Inputs[Name]) => Promise<Outputs[Name]> }> =
  {
    /** @throws PictureTooComplex before anything is decoded */
    async head({ source }) {
      walkPicture(
        typeof source === 'string'
          ? await readFile(source)
          : Buffer.from(source.buffer, source.byteOffset, source.byteLength),
      );
      const sharp = await loadSharp();
      const {
        width,
        height,
        format,
        pages = 1,
        delay = [],
        autoOrient,
      } = await sharp(source, { limitInputPixels: false }).metadata();
      const durationSeconds = delay.reduce((sum, each) => sum + each, 0) / 1000;
      return { width, height, format, frames: pages, durationSeconds, upright: autoOrient };
    },

    /** Writes `{path}.image` and `{path}.thumb`. */
    async redraw({ path, format, animated, pixelsMax, thumbnail }) {
      const sharp = await loadSharp();
      const image = `${path}.image`;
      const reading = {
        limitInputPixels: pixelsMax,
        failOn: 'error',
        sequentialRead: true,
        animated,
      } as const;
      const {
        width,
        height,
        pageHeight = height,
      } = await FORMATS[format](sharp(path, reading)).toFile(image);
      await sharp(image)
        .resize({ width: thumbnail, height: thumbnail, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 75 })
        .toFile(`${path}.thumb`);
      return { width, height: pageHeight, bytes: (await stat(image)).size };
    },

    async jpeg({ source, side, quality, pixelsMax }) {
      const sharp = await loadSharp();
      const { data, info } = await sharp(source, { failOn: 'error', limitInputPixels: pixelsMax })
        .rotate()
        .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .jpeg({ quality })
        .toBuffer({ resolveWithObject: true });
      return { data, width: info.width, height: info.height };
    },

    async cut({ path, cuts, pixelsMax }) {
      const sharp = await loadSharp();
      for (const { path: cut, width, height } of cuts) {
        await sharp(path, { limitInputPixels: pixelsMax, failOn: 'error' })
          .autoOrient()
          .resize({ width, height, fit: 'cover' })
          .webp({ lossless: true, effort: 0 })
          .toFile(cut);
      }
      return null;
    },

    /** `ground` and `layers` may be SVG. */
    async compose({ ground, layers, width, height, quality }) {
      const sharp = await loadSharp();
      return sharp(ground, { limitInputPixels: 4_000_000 })
        .resize({ width, height, fit: 'cover' })
        .composite(layers.map((layer) => ({ input: svg(layer) })))
        .flatten()
        .jpeg({ quality, mozjpeg: true })
        .toBuffer();
    },
  };
