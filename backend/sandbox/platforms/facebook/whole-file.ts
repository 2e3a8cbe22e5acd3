import type { BlobStore, ReceivedFile } from '../../state/blob-store.ts';
import { graphRefusal } from '../meta/graph-refusal.ts';
import type { Video } from './facebook-store.ts';

/** The pieces of an upload in one file. @throws Refusal when a piece is no longer kept */
export function wholeFile(blobs: BlobStore, { pieces, size }: Video): Promise<ReceivedFile> {
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const { sha256 } of pieces) {
      const piece = blobs.read(sha256);
      if (!piece) throw graphRefusal(6000, '(#6000) There was a problem uploading your video file.');
      yield* piece.stream() as AsyncIterable<Buffer>;
    }
  }
  return blobs.receive(bytes(), size ?? 0);
}
