import { closeSync, existsSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import type { DoubleRecord } from './recorded.ts';

type Line = Omit<DoubleRecord, 'data' | 'metadata' | 'revision' | 'position'> &
  Readonly<{ data: string; metadata: string; revision: string; position: string }>;

/** A file with one line for each append, written before the response is sent. A killed process therefore loses no acknowledged append. */
export class AppendJournal {
  readonly #file: string;
  readonly #handle: number;

  constructor(file: string) {
    this.#file = file;
    this.#handle = openSync(file, 'a');
  }

  /** Reads all complete lines. Removes an incomplete last line, which a kill left. */
  *read(): Generator<DoubleRecord> {
    if (!existsSync(this.#file)) return;
    const text = readFileSync(this.#file, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) truncateSync(this.#file, Buffer.byteLength(whole));
    for (const line of whole.split('\n')) {
      if (line !== '') for (const event of JSON.parse(line) as Line[]) yield fromLine(event);
    }
  }

  write(events: readonly DoubleRecord[]): void {
    writeSync(this.#handle, `${JSON.stringify(events.map(toLine))}\n`);
  }

  close(): void {
    closeSync(this.#handle);
  }
}

const toLine = (event: DoubleRecord): Line => ({
  ...event,
  data: event.data.toString('base64'),
  metadata: event.metadata.toString('base64'),
  revision: String(event.revision),
  position: String(event.position),
});

const fromLine = (line: Line): DoubleRecord => ({
  ...line,
  data: Buffer.from(line.data, 'base64'),
  metadata: Buffer.from(line.metadata, 'base64'),
  revision: BigInt(line.revision),
  position: BigInt(line.position),
});
