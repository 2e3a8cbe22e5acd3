import type { BlobStore, ReceivedBlob } from '../state/blob-store.ts';

const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
const TIMEOUT_MS = 10_000;

/** Whether a platform would fetch this URL: https, and also http for the product on this machine. */
export function mayBePulled(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

/** `type`: the server's Content-Type; `file` has the type that its bytes show. */
export type PulledFile = Readonly<{ file: ReceivedBlob; type: string }>;

/** Fetches a file by its URL, as a platform does: it follows no redirect. Null when it could not fetch the file. */
export async function pullFile(url: string, blobs: BlobStore, limit: number): Promise<PulledFile | null> {
  if (!mayBePulled(url)) return null;
  try {
    const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!reply.ok || !reply.body) return null;
    const type = (reply.headers.get('content-type') ?? '').split(';', 1)[0]?.trim() ?? '';
    return { file: await blobs.receive(buffers(reply.body), limit), type };
  } catch {
    return null;
  }
}

async function* buffers(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
