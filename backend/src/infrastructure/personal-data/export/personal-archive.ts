import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { StoredEvent } from '@posthorn/event-sourcing/event-store';
import { toExportLines } from '@posthorn/event-store/verify-export';
import { Injectable } from '@nestjs/common';
import { Clock } from '#infrastructure/clock.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { ExportRegistry } from '#infrastructure/readers/export-registry.ts';
import { jsonTextOf, schemaOf } from './json-file.ts';
import { textBytes } from './text-bytes.ts';
import { zipOf, type ZipEntry } from './zip-stream.ts';
import type { ExportFile } from '#infrastructure/readers/export-part.ts';

/** All data of one person as a zip, which is created while it is sent. No copy of it is stored. */
@Injectable()
export class PersonalArchive {
  constructor(
    private readonly registry: ExportRegistry,
    private readonly reader: EventReader,
    private readonly clock: Clock,
  ) {}

  /** Returns the archive as a stream. When the stream is destroyed, the reading ends. */
  archiveOf(userId: string): Readable {
    return zipOf(this.#entries(userId), this.clock.now());
  }

  async *#entries(userId: string): AsyncGenerator<ZipEntry> {
    const parts = this.registry.all();
    const files = [...this.registry.files()].sort(({ name: one }, { name: other }) => (one < other ? -1 : 1));
    yield textEntry('README.txt', [guideTo(files, this.clock.now())]);
    for (const file of files) yield textEntry(file.name, jsonTextOf(file, userId));
    for (const file of files)
      yield textEntry(`schemas/${file.name}`, [`${JSON.stringify(schemaOf(file), null, 2)}\n`]);
    for (const part of parts)
      for await (const { name, streams } of part.events?.(userId) ?? []) {
        const events = this.#stored(streams);
        const first = await events.next();
        if (!first.done) yield textEntry(`events/${name}.ndjson`, linesOf(first.value, events));
      }
    for (const part of parts)
      for await (const { name, path } of part.media?.(userId) ?? [])
        yield { path: `media/${name}`, compress: false, open: () => createReadStream(path) };
  }

  async *#stored(streams: readonly string[]): AsyncGenerator<StoredEvent> {
    for (const stream of streams) yield* this.reader.stored(stream);
  }
}

/** Reads nothing before the zip needs the entry. */
const textEntry = (path: string, pieces: Iterable<string> | AsyncIterable<string>): ZipEntry => ({
  path,
  compress: true,
  open: () => Readable.from(textBytes(pieces)),
});

async function* linesOf(first: StoredEvent, others: AsyncIterable<StoredEvent>): AsyncGenerator<string> {
  for await (const line of toExportLines(beginningWith(first, others))) yield `${line}\n`;
}

async function* beginningWith<Item>(first: Item, others: AsyncIterable<Item>): AsyncGenerator<Item> {
  yield first;
  yield* others;
}

/** `README.txt` of an export: explains each file, even to a person years later. */
function guideTo(files: readonly ExportFile[], at: Date): string {
  const width = Math.max(...files.map(({ name }) => name.length));
  return `Your data

Begun on ${at.toISOString()}. What changed while this archive was being made may be in one file and not yet in another.

Files of JSON, in UTF-8. Times are in UTC.

${files.map(({ name, about }) => `  ${name.padEnd(width)}  ${about}`).join('\n')}

schemas/ has a JSON Schema (2020-12) for each of them, which describes every field.

media/ holds your uploads as they were stored, named as posts.json and media.json name them. Smaller pictures that were made of
them are left out. If a file of media.json is not in media/, the server has lost it.

events/ holds the record itself: every event as it is stored, one a line, and a last line with what the lines before it come to.
Each event carries a hash that continues the one before it, so that a change would show. To check a file:

  npm run log:verify -- events/user.ndjson

Words of people are locked in these events ("$personal"), because their hashes are made of the locked form. The files above say
the same in plain words.

Not in here: passwords and tokens of your connected accounts, payment cards (they are at the payment provider alone), and anything
of other people but what they wrote under your posts, and the name they did it under.
`;
}
