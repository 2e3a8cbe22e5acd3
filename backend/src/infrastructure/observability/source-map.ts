/** A position in a file. Lines and columns count from 0. */
type Place = Readonly<{ line: number; column: number }>;
export type SourcePlace = Place & Readonly<{ source: string }>;
export type SourceMapFile = Readonly<{ sources: readonly string[]; mappings: string }>;

const [COMMA, SEMICOLON] = [','.charCodeAt(0), ';'.charCodeAt(0)];
const DIGIT_VALUES = new Map(
  Array.from(
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
    (digit, value) => [digit.charCodeAt(0), value] as const,
  ),
);
/** For each digit: its part of the number, and whether another digit follows. https://tc39.es/ecma426/#sec-base64-vlq */
const VALUE_BY_CODE = Uint8Array.from({ length: 128 }, (_, code) => DIGIT_VALUES.get(code) ?? 0);
/** The least number of fields of a segment with a source. */
const MAPPED = 4;
const [PART, FOLLOWED, PART_BITS] = [31, 32, 5] as const;

/**
 * Returns the source positions of generated code, in the order of the arguments. One pass without a decoded map, because that of our bundle would take 38 MB.
 * @returns undefined for a position without a known source
 */
export function sourcePlaces(
  { sources, mappings }: SourceMapFile,
  asked: readonly Place[],
): readonly (SourcePlace | undefined)[] {
  const found: (SourcePlace | undefined)[] = asked.map(() => undefined);
  const lines = asked.map(({ line }) => line);
  const [requested, last] = [new Set(lines), Math.max(...lines)];
  // Column of the generated code, source, its line, its column, name. Each is stored as the difference to the previous one.
  const fields = [0, 0, 0, 0, 0] as [number, number, number, number, number];
  let [line, field, value, shift] = [0, 0, 0, 0];
  const endOfSegment = () => {
    const source = sources[fields[1]];
    if (field >= MAPPED && source !== undefined && requested.has(line))
      asked.forEach((place, index) => {
        if (place.line === line && fields[0] <= place.column)
          found[index] = { source, line: fields[2], column: fields[3] };
      });
    field = 0;
  };
  for (let at = 0; at < mappings.length && line <= last; at += 1) {
    const code = mappings.charCodeAt(at);
    if (code === COMMA || code === SEMICOLON) {
      endOfSegment();
      if (code === COMMA) continue;
      line += 1;
      fields[0] = 0;
      continue;
    }
    const digit = VALUE_BY_CODE[code] ?? 0;
    value += (digit & PART) << shift;
    shift += PART_BITS;
    if (digit & FOLLOWED) continue;
    fields[field] = (fields[field] ?? 0) + (value & 1 ? -(value >> 1) : value >> 1);
    field += 1;
    value = shift = 0;
  }
  endOfSegment();
  return found;
}
