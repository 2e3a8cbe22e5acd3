import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { JsonSchema } from './json-schema.ts';

/** A member of an export file. Rows are read while they are sent, so a list can be of any length. */
type ExportSection =
  | Readonly<{ schema: JsonSchema; value(userId: string): Promise<JsonValue> }>
  /** `about`: what the list contains. `schema`: of one row. */
  | Readonly<{ about: string; schema: JsonSchema; rows(userId: string): AsyncIterable<JsonObject> }>;

type Sections = Readonly<Record<string, ExportSection>>;

/** A JSON file of an export: one object with a member for each section, in their order. */
export type ExportFile = Readonly<{
  /** `posts.json`. */
  name: string;
  /** One sentence for the person who opens the archive. */
  about: string;
  sections: Sections;
}>;

/** Members that a part adds to files of other parts, by file name. They follow the file’s own members. */
export type ExportAdditions = Readonly<Record<string, Sections>>;

/** Streams whose events are written to one file `events/{name}.ndjson`, one stream after the other. Empty streams are left out. */
export type EventFile = Readonly<{ name: string; streams: readonly string[] }>;

/** A file of the user, exported as `media/{name}`. `path`: of a local copy, which the caller must read immediately. */
export type ExportedMedia = Readonly<{ name: string; path: string }>;

/**
 * What one module exports of a user’s data, without data of other users. The archive reads each part page by page while it is sent. Reading
 * stops when the recipient disconnects.
 */
export type ExportPart = Readonly<{
  files: readonly ExportFile[];
  additions?: ExportAdditions;
  /** Categories of the streams that `events` lists. */
  categories: readonly string[];
  events?(userId: string): AsyncIterable<EventFile> | Iterable<EventFile>;
  media?(userId: string): AsyncIterable<ExportedMedia>;
  /** Tables whose rows about a person are exported: `identity.session`; tables of read models have no schema. */
  tables: readonly string[];
}>;

/** The most streams in one file. The program that checks a file keeps the last hash of each stream in memory. */
const STREAMS_MAX = 1000;

/** Splits many streams into files `{name}-1`, `{name}-2` and so on. */
export async function* eventFiles(
  name: string,
  streams: AsyncIterable<string>,
  most = STREAMS_MAX,
): AsyncGenerator<EventFile> {
  let number = 1;
  let batch: string[] = [];
  for await (const stream of streams) {
    batch.push(stream);
    if (batch.length < most) continue;
    yield { name: `${name}-${String(number++)}`, streams: batch };
    batch = [];
  }
  if (batch.length > 0) yield { name: `${name}-${String(number)}`, streams: batch };
}
