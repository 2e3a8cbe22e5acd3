import { saying } from '#lib/saying.tsx';

/** The sentence for a problem that a check of Posthorn found, with its names and figures. */
export const SaidByCheck = saying(async () => (await import('../../messages/checks.en.ts')).CHECK_SENTENCES);
