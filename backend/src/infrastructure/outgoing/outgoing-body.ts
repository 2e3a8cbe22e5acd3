import { randomUUID } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** A file of this machine as a body or a part of it. `bytes`: the exact length of the file, or of the piece that begins at `from`. */
export type FileBody = Readonly<{ path: string; bytes: number; from?: number }>;
type FormPart = Readonly<{
  name: string;
  value: string | FileBody | Uint8Array;
  filename?: string;
  type?: string;
}>;
export type OutgoingBody = string | Uint8Array | FileBody | Readonly<{ form: readonly FormPart[] }>;
/** A body is opened before the connection, because a missing file must fail before anything is sent. */
export type OpenBody = Readonly<{
  body: string | Uint8Array | Readable | null;
  headers: Readonly<Record<string, string>>;
  close(): Promise<void>;
}>;

const closeNothing = () => Promise.resolve();
/** An aborted call closes the file under the stream. No caller waits for that error. */
const streamOf = (chunks: AsyncGenerator<Uint8Array>): Readable =>
  Readable.from(chunks).on('error', () => undefined);

export async function openBody(body: OutgoingBody | undefined): Promise<OpenBody> {
  if (body === undefined) return { body: null, headers: {}, close: closeNothing };
  if (typeof body === 'string' || body instanceof Uint8Array)
    return { body, headers: {}, close: closeNothing };
  if ('path' in body) {
    const file = await open(body.path);
    const headers = { 'content-length': String(body.bytes) };
    return { body: streamOf(chunksOf(file, body.bytes, body.from)), headers, close: () => file.close() };
  }
  return openForm(body.form);
}

async function openForm(parts: readonly FormPart[]): Promise<OpenBody> {
  const boundary = `posthorn-${randomUUID()}`;
  const files: FileHandle[] = [];
  const pieces: (Uint8Array | Readonly<{ file: FileHandle; bytes: number; from?: number }>)[] = [];
  const close = async () => {
    await Promise.all(files.map((file) => file.close()));
  };
  try {
    for (const part of parts) {
      pieces.push(Buffer.from(`--${boundary}\r\n${partHead(part)}\r\n\r\n`));
      if (typeof part.value === 'string') pieces.push(Buffer.from(part.value));
      else if (part.value instanceof Uint8Array) pieces.push(part.value);
      else {
        const { path, ...piece } = part.value;
        const file = await open(path);
        files.push(file);
        pieces.push({ file, ...piece });
      }
      pieces.push(Buffer.from('\r\n'));
    }
  } catch (error) {
    await close();
    throw error;
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`));
  const length = pieces.reduce(
    (sum, piece) => sum + (piece instanceof Uint8Array ? piece.length : piece.bytes),
    0,
  );
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': String(length),
  };
  return { body: streamOf(piecesOf(pieces)), headers, close };
}

/** Quotes and line breaks in a name would end the header early. */
const quoted = (text: string): string => `"${text.replace(/["\r\n]/gu, '_')}"`;

function partHead({ name, filename, type }: FormPart): string {
  const file = filename === undefined ? '' : `; filename=${quoted(filename)}`;
  const kind = type === undefined ? '' : `\r\nContent-Type: ${type}`;
  return `Content-Disposition: form-data; name=${quoted(name)}${file}${kind}`;
}

async function* piecesOf(
  pieces: readonly (Uint8Array | Readonly<{ file: FileHandle; bytes: number; from?: number }>)[],
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else yield* chunksOf(piece.file, piece.bytes, piece.from);
  }
}

async function* chunksOf(file: FileHandle, bytes: number, from = 0): AsyncGenerator<Uint8Array> {
  let at = 0;
  while (at < bytes) {
    const { bytesRead, buffer } = await file.read(
      Buffer.alloc(Math.min(65_536, bytes - at)),
      0,
      undefined,
      from + at,
    );
    if (bytesRead === 0) throw new Error('The file became shorter while it was being sent.');
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
