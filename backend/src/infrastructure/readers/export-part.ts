import type { JsonObject, JsonValue } from '@posthorn/event-sourcing/event-store';
import type { JsonSchema } from './json-schema.ts';

/** A member of a file. Rows are read while they are sent, so there may be any number of them. */
type ExportSection =
  | Readonly<{ schema: JsonSchema; value(userId: string): Promise<JsonValue> }>
  /** `about`: what the list holds; `schema`: of one row. */
  | Readonly<{ about: string; schema: JsonSchema; rows(userId: string): AsyncIterable<JsonObject> }>;

type Sections = Readonly<Record<string, ExportSection>>;

/** A JSON file of an export: one object with a member for each section, in their order. */
export type ExportFile = Readonly<{
  /** `posts.json`. */
  name: string;
  /** One sentence for whoever opens the archive. */
  about: string;
  sections: Sections;
}>;

/** Members that a part adds to files of other parts, by the name of the file. They stand after those of the file itself. */
export type ExportAdditions = Readonly<Record<string, Sections>>;

/** Streams whose events stand in one file `events/{name}.ndjson`, one stream after the other. Empty ones are left out. */
export type EventFile = Readonly<{ name: string; streams: readonly string[] }>;

/** A file of the person's, as `media/{name}`. `path`: of a local copy, to be read at once. */
export type ExportedMedia = Readonly<{ name: string; path: string }>;

/**
 * What one module gives a person of theirs, and nothing of anybody else's. Each of these is read page by page while the archive is
 * sent, and no further once nobody takes it any more.
 */
export type ExportPart = Readonly<{
  files: readonly ExportFile[];
  additions?: ExportAdditions;
  /** Categories of the streams that `events` names. */
  categories: readonly string[];
  events?(userId: string): AsyncIterable<EventFile> | Iterable<EventFile>;
  media?(userId: string): AsyncIterable<ExportedMedia>;
  /** Tables whose rows about a person are told: `identity.session`, and those of read models without a schema. */
  tables: readonly string[];
}>;

/** So many streams stand in one file: whoever checks it keeps the last hash of each of them. */
const STREAMS_MAX = 1000;

/** Many streams as files `{name}-1`, `{name}-2` … */
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
