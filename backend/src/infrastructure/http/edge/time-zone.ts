import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';

/** Matches `Europe/Paris`, `Etc/GMT+5` and `UTC`. Does not match `+02:00`, which `Intl` would accept. */
const IANA_NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/u;
const NAME_MAX = 64;

/** Current names of the IANA, which `Intl` replaces by older ones. Kept, so that users see the name that they sent. */
const CURRENT_NAMES: ReadonlyMap<string, string> = new Map(
  [
    'Africa/Asmara',
    ...['Buenos_Aires', 'Catamarca', 'Cordoba', 'Jujuy', 'Mendoza'].map(
      (city) => `America/Argentina/${city}`,
    ),
    ...['America/Atikokan', 'America/Indiana/Indianapolis', 'America/Kentucky/Louisville', 'America/Nuuk'],
    ...['Asia/Ho_Chi_Minh', 'Asia/Kathmandu', 'Asia/Kolkata', 'Asia/Yangon', 'Atlantic/Faroe', 'Europe/Kyiv'],
    ...['Pacific/Chuuk', 'Pacific/Kanton', 'Pacific/Pohnpei'],
  ].map((name) => [name.toLowerCase(), name]),
);

/** Returns the name of a zone in its usual spelling: `Europe/Berlin` for `europe/berlin`. Null: the runtime knows no such zone. */
export function canonicalZone(name: unknown): string | null {
  if (typeof name !== 'string' || name.length > NAME_MAX || !IANA_NAME.test(name)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return CURRENT_NAMES.get(name.toLowerCase()) ?? timeZone;
  } catch {
    return null;
  }
}

/** Reads the name of a zone in any spelling, and refuses all other values. */
export const IsZone = (message: string) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => canonicalZone(value) ?? value),
    ValidateBy(
      { name: 'isZone', validator: { validate: (value) => canonicalZone(value) !== null } },
      { message },
    ),
  );
