import { readViewOf } from '#infrastructure/readers/read-views.ts';

/** One target of a post. */
export type TargetKey = Readonly<{ postId: number; accountId: number }>;

/** The columns of a target in tables of due work. */
export const TARGET_COLUMNS = { postId: 'bigint', accountId: 'bigint' } as const;

/** The read model that lists all targets with work to do. */
export const DUE = { name: 'scheduling.publishing-due', version: 5 } as const;
export const DUE_VIEW = readViewOf(DUE, 'publishing_due');
