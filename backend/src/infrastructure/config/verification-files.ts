import type { Variables } from './variables.ts';

/** A file with which a platform verifies that a URL is ours. It is public: every caller who knows its name may read it. */
export type VerificationFile = Readonly<{ name: string; content: string }>;

/** The form that TikTok’s portal issues; browsers must not take the content for a page. */
const FILE = /^(?<name>tiktok[A-Za-z0-9]{1,100}\.txt):(?<content>[\w=.-]{1,200})$/u;
const FORM =
  'is not a verification file: write its name and content as TikTok issued them, tiktok….txt:tiktok-developers-site-verification=…';

/** Reads `TIKTOK_VERIFICATION` = `name:content`, several separated by commas: an app and its sandbox have one each. */
export function readVerificationFiles(read: Variables): readonly VerificationFile[] {
  const files = read.words('TIKTOK_VERIFICATION').map((word) => FILE.exec(word)?.groups);
  if (files.includes(undefined)) read.refuse('TIKTOK_VERIFICATION', FORM);
  return files.flatMap((file) =>
    file ? [{ name: file['name'] ?? '', content: file['content'] ?? '' }] : [],
  );
}
