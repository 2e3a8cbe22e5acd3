import { DrawingProcesses, type ProcessLimits } from './drawing-processes.ts';
import type { InputOf, JobName, OutputOf } from './drawing-jobs.ts';
import { DrawingQueue, type Drawing, type DrawingLimits } from './drawing-queue.ts';

/** Reads and draws a limited number of pictures at the same time, in fair turns. */
export class DrawingPlaces extends DrawingQueue {
  readonly #processes: DrawingProcesses;

  constructor(limits: DrawingLimits, processes: Pick<ProcessLimits, 'deadline' | 'niceness'>) {
    super(limits);
    this.#processes = new DrawingProcesses({ ...processes, memory: MEMORY, idle: IDLE });
  }

  /**
   * Does a job when it is this picture's turn.
   * @throws DrawingQueueFull immediately; PictureTooComplex, PictureUnreadable; the reason of `signal`
   */
  draw<Name extends JobName>(name: Name, input: InputOf<Name>, turn: Drawing): Promise<OutputOf<Name>> {
    return this.run(turn, () => this.#processes.run(name, input, turn.signal));
  }
}

/** Bytes that a drawing process may use. A WebP of 40 megapixels of noise needs two thirds of them. */
const MEMORY = 1024 ** 3;
/** Milliseconds until an idle drawing process ends. */
const IDLE = 30_000;

/** Uploads, banners and previews of users. The product itself has a higher processor priority. */
export const uploadDrawing = new DrawingPlaces(
  { places: 2, heavyAbove: 16, waitingMax: 800 },
  { deadline: 60_000, niceness: 5 },
);

/** Pictures of due posts, separate from uploads, so that no upload delays them. The product has drawn each of them before. */
export const publishingDrawing = new DrawingPlaces(
  { places: 1, heavyAbove: Infinity, waitingMax: Infinity },
  { deadline: 60_000, niceness: 0 },
);

/** Pictures of pages that a due post links to. Their source is not trusted, so a post is sent without the picture rather than late. */
export const linkDrawing = new DrawingPlaces(
  { places: 1, heavyAbove: Infinity, waitingMax: 200 },
  { deadline: 10_000, niceness: 5 },
);

/** The amount of work for a picture of this size. */
export const megapixelsOf = (width: number, height: number): number => (width * height) / 1_000_000;

/** The work of a job that only reads the head of a picture. */
export const HEAD_MEGAPIXELS = 1;
