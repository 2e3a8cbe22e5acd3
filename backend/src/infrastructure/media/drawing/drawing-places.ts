import { DrawingQueue } from './drawing-queue.ts';

/**
 * Where pictures are drawn. sharp works in the threads of libuv, four to a process whichever worker asks for them, and reading
 * files and looking up host names need the same threads: so there are three places in all, and never all four threads are taken.
 * A heavy picture may take 160 MB while it is drawn. The limits are the process's, like its threads.
 */
export const uploadDrawing = new DrawingQueue({ places: 2, heavyAbove: 16, waitingMax: 800 });

/** Apart from uploads, so that none of them delays a post that is due. What comes here is bounded by publishing itself. */
export const publishingDrawing = new DrawingQueue({ places: 1, heavyAbove: Infinity, waitingMax: Infinity });

/** How much work a picture of these sides is. */
export const megapixelsOf = (width: number, height: number): number => (width * height) / 1_000_000;
