import { Transform } from 'class-transformer';

/** Allows one spelling for each number. `Number()` alone would also read `0x1`, `1e2`, `+1`, ` 1 ` and an empty text. */
const WHOLE = /^(?:0|[1-9]\d{0,15})$/u;

/** Reads a whole number from a query. Any other text stays a text, so that `IsInt` refuses it. */
export const NumberInQuery = () =>
  Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && WHOLE.test(value) ? Number(value) : value,
  );
