import { createHash } from 'node:crypto';
import type { EventMeta, JsonObject, StoredEvent } from '@posthorn/event-sourcing/event-store';
import { canonicalJson } from './canonical-json.ts';
import { chainOf, chainStart } from './chain.ts';

/** The last line of an export: where each stream ended, and a hash of all lines before it. */
export type Manifest = Readonly<{
  manifest: 1;
  streams: Readonly<Record<string, Readonly<{ revision: number; chain: string }>>>;
  count: number;
  sha256: string;
}>;
export type Verified = Readonly<{ ok: true; count: number; streams: number }>;
export type NotVerified = Readonly<{ ok: false; line: number; reason: string }>;

type ExportedEvent = Readonly<{
  stream: string;
  revision: number;
  id: string;
  type: string;
  data: JsonObject;
  meta: EventMeta;
}>;

/**
 * The lines of an export, without line ends: each stored event in the given order, then the manifest. Every stream must start with its
 * first event, or `verifyExport` reports a mismatch.
 */
export async function* toExportLines(
  events: AsyncIterable<StoredEvent> | Iterable<StoredEvent>,
): AsyncGenerator<string> {
  const streams = new Map<string, { revision: number; chain: string }>();
  const lines = createHash('sha256');
  let count = 0;
  for await (const { stream, revision, id, type, data, meta } of events) {
    const line = canonicalJson({ stream, revision: Number(revision), id, type, data, meta });
    lines.update(`${line}\n`);
    streams.set(stream, { revision: Number(revision), chain: meta.chain });
    count += 1;
    yield line;
  }
  yield canonicalJson({
    manifest: 1,
    streams: Object.fromEntries(streams),
    count,
    sha256: lines.digest('hex'),
  } satisfies Manifest);
}

/**
 * Recomputes every chain of an export from its bytes alone. Finds each change, gap or swap of lines. It cannot detect an export that was
 * rewritten as a whole, manifest included. For that, compare with a manifest stored elsewhere.
 */
export async function verifyExport(
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Verified | NotVerified> {
  const check = new ExportCheck();
  try {
    for await (const line of splitLines(bytes)) check.take(line);
    return check.end();
  } catch (error) {
    if (error instanceof Mismatch) return { ok: false, line: check.line, reason: error.message };
    throw error;
  }
}

class Mismatch extends Error {}

class ExportCheck {
  /** Number of the current line, counted from 1. */
  line = 0;
  readonly #streams = new Map<string, { revision: number; chain: string }>();
  readonly #lines = createHash('sha256');
  #manifest: Manifest | undefined;
  #count = 0;

  take({ text, ended }: Line): void {
    this.line += 1;
    if (this.#manifest) throw new Mismatch('there is something behind the manifest');
    if (!ended) throw new Mismatch('the line does not end; the file is cut off or was changed');
    const value = parse(text);
    if (isManifest(value)) {
      this.#manifest = value;
      this.#checkManifest(value);
      return;
    }
    this.#checkEvent(value);
    this.#lines.update(`${text}\n`);
  }

  end(): Verified {
    if (!this.#manifest) {
      this.line += 1;
      throw new Mismatch('the manifest is missing');
    }
    return { ok: true, count: this.#count, streams: this.#streams.size };
  }

  #checkEvent(value: unknown): void {
    if (!isEvent(value)) throw new Mismatch('this is neither an event nor a manifest');
    const { stream, revision, meta } = value;
    const last = this.#streams.get(stream) ?? { revision: -1, chain: chainStart(stream) };
    if (revision !== last.revision + 1) {
      throw new Mismatch(
        `${stream} is at revision ${String(revision)} where ${String(last.revision + 1)} belongs: a line is missing or out of order`,
      );
    }
    const chain = chainOf(last.chain, { ...value, revision: BigInt(revision) });
    if (chain !== meta.chain) {
      throw new Mismatch(`${stream} revision ${String(revision)} does not match its hash: it was changed`);
    }
    this.#streams.set(stream, { revision, chain });
    this.#count += 1;
  }

  #checkManifest({ streams, count, sha256 }: Manifest): void {
    if (count !== this.#count) {
      throw new Mismatch(
        `the manifest tells of ${String(count)} events, the file holds ${String(this.#count)}`,
      );
    }
    const found = canonicalJson(Object.fromEntries(this.#streams));
    if (canonicalJson(streams) !== found) {
      throw new Mismatch('the manifest names other streams, revisions or hashes than the file holds');
    }
    if (sha256 !== this.#lines.digest('hex')) {
      throw new Mismatch('the lines before the manifest are not those, or not in the order, it was made for');
    }
  }
}

// An export has exactly one text for each value, so that a changed byte cannot hide in spaces, escapes or key order.
function parse(text: string): unknown {
  let value: unknown;
  let canonical: string;
  try {
    value = JSON.parse(text);
    canonical = canonicalJson(value);
  } catch {
    throw new Mismatch('this is not JSON: it was changed or cut off');
  }
  if (canonical !== text) throw new Mismatch('this is not how an export writes it: it was changed');
  return value;
}

const keysOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.keys(value).sort().join() : '';

const isManifest = (value: unknown): value is Manifest =>
  keysOf(value) === 'count,manifest,sha256,streams' && (value as { manifest: unknown }).manifest === 1;

function isEvent(value: unknown): value is ExportedEvent {
  if (keysOf(value) !== 'data,id,meta,revision,stream,type') return false;
  const { stream, revision, id, type, data, meta } = value as Record<string, unknown>;
  const hasTexts = [stream, id, type].every((text) => typeof text === 'string');
  const hasObjects = [data, meta].every((object) => typeof object === 'object' && object !== null);
  return hasTexts && hasObjects && Number.isSafeInteger(revision);
}

type Line = Readonly<{ text: string; ended: boolean }>;
const LINE_FEED = 10;

async function* splitLines(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Line> {
  // Invalid UTF-8 must not count as the replacement character.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decode = (bytes: Uint8Array, ended: boolean): Line => {
    try {
      return { text: decoder.decode(bytes), ended };
    } catch {
      return { text: '', ended };
    }
  };
  let pending: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let rest = chunk;
    for (let at = rest.indexOf(LINE_FEED); at >= 0; at = rest.indexOf(LINE_FEED)) {
      yield decode(Buffer.concat([...pending, rest.subarray(0, at)]), true);
      pending = [];
      rest = rest.subarray(at + 1);
    }
    if (rest.length > 0) pending.push(rest);
  }
  if (pending.length > 0) yield decode(Buffer.concat(pending), false);
}
