import type { Parameter } from '../call-row.ts';

type Limits = Readonly<{ pageLimit: number; pageLimitMax: number }>;

/** The query parameters of every paged list. */
export const pageQuery = ({ pageLimit, pageLimitMax }: Limits): Readonly<Record<string, Parameter>> => ({
  limit: {
    description: 'How many of them.',
    schema: { type: 'integer', minimum: 1, maximum: pageLimitMax, default: pageLimit },
  },
  cursor: {
    description: 'The `nextCursor` of the page before. It stays valid while entries are added and removed.',
    schema: { type: 'string' },
  },
});
