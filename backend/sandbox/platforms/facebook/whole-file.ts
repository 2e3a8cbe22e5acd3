import type { BlobStore, ReceivedBlob } from '../../state/blob-store.ts';
import { graphRefusal } from '../meta/graph-refusal.ts';
import type { FacebookVideo } from './facebook-store.ts';

/** Joins the pieces of an upload into one file. @throws Refusal when a piece is no longer stored */
export function wholeFile(blobs: BlobStore, { pieces, size }: FacebookVideo): Promise<ReceivedBlob> {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const { sha256 } of pieces) {
      const piece = blobs.read(sha256);
      if (!piece) throw graphRefusal(6000, '(#6000) There was a problem uploading your video file.');
      yield* piece.stream() as AsyncIterable<Buffer>;
    }
  }
  return blobs.receive(bytes(), size ?? 0);
}
