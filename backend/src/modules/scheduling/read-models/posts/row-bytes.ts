import { placed, type Found } from '#infrastructure/database/rows-within-bytes.ts';
import type { ListedPostRow } from './post-row.ts';

export type FoundPostRow = ListedPostRow & Found;

/** The bytes of the long columns of a row, and an estimate for the rest. */
const BYTES = 'octet_length(content) + octet_length(media::text) + octet_length(targets::text) + 1000';

/** @param order the order of the rows. @param isWhole whether the rows contain `own` */
export const sized = (order: string, isWhole = false): string =>
  placed(order, isWhole ? `${BYTES} + octet_length(own::text)` : BYTES);
