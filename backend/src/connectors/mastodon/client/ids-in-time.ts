/** The id and the time (milliseconds since 1970) of a status. */
export type Dated = Readonly<{ id: string; time: number }>;

/** The formats of ids that grow with time. */
const KINDS = [
  // Mastodon (lib/mastodon/snowflake.rb), Pixelfed.
  { form: /^\d{1,20}$/u, digits: '0123456789' },
  // GoToSocial: ULID (github.com/ulid/spec).
  { form: /^[\dA-HJKMNP-TV-Z]{26}$/u, digits: '0123456789ABCDEFGHJKMNPQRSTVWXYZ' },
  // Pleroma and Akkoma: 128 bits that begin with the time (hex.pm/packages/flake_id).
  {
    form: /^[\dA-Za-z]{16,22}$/u,
    digits: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  },
] as const;

/**
 * Estimates the id of a status at this time, by linear interpolation between the oldest and the newest known status. Null: the ids
 * have an unknown format, or do not grow with time. The caller must check the result with the server.
 */
export function estimateIdAt(time: number, known: readonly Dated[]): string | null {
  const kind = KINDS.find(({ form }) => known.every(({ id }) => form.test(id)));
  const inTime = known.toSorted((one, other) => one.time - other.time);
  const [oldest, newest] = [inTime.at(0), inTime.at(-1)];
  if (!kind || !oldest || !newest) return null;
  const [from, to] = [numberOf(oldest.id, kind.digits), numberOf(newest.id, kind.digits)];
  const span = BigInt(newest.time - oldest.time);
  if (span <= 0n || to <= from) return null;
  const guess = from - ((to - from) * BigInt(Math.ceil(oldest.time - time))) / span;
  return guess <= 0n ? null : idFrom(guess, kind.digits, oldest.id.length);
}

const numberOf = (id: string, digits: string): bigint =>
  Array.from(id).reduce((sum, digit) => sum * BigInt(digits.length) + BigInt(digits.indexOf(digit)), 0n);

function idFrom(number: bigint, digits: string, length: number): string {
  const base = BigInt(digits.length);
  let text = '';
  for (let rest = number; rest > 0n; rest /= base) text = `${digits[Number(rest % base)] ?? ''}${text}`;
  // Only decimal ids have no leading zeros.
  return digits.length === 10 ? text : text.padStart(length, '0');
}
