import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import { useServerCheck } from './api/server-check.ts';
import type { MediaItem } from './media-uploads.ts';
import type { PostFields } from './post-fields.ts';
import { precheckRequestOf } from './post-request.ts';
import { itemsFor } from './own-media.ts';
import { targetKey, untouchedTarget } from './target-fields.ts';
import { draftFile, targetFit, withServerProblems, type TargetFit } from './target-fit.ts';

type Writer = Readonly<{
  zone: string;
  isPremium: boolean;
  accounts: Readonly<{ list: readonly AccountView[] }>;
  platforms: readonly PlatformView[];
}>;

/** How a post would stand on each chosen account: judged here at once, and by the server where all is well here. */
export function useFits(
  writer: Writer,
  written: PostFields,
  items: readonly MediaItem[],
): readonly TargetFit[] {
  const chosen = writer.accounts.list.filter(({ id }) => written.accountIds.includes(String(id)));
  const fits = chosen.map((account) => {
    const platform = writer.platforms.find((one) => one.platform === account.platform);
    const target = written.targets[targetKey(account.id)] ?? untouchedTarget;
    const files = itemsFor(items, target).map(draftFile);
    return targetFit(account, written, files, !writer.isPremium, platform?.options);
  });
  const complete = fits.length > 0 && fits.every(({ problems }) => problems.length === 0);
  // An account of an edited post may be gone; the server would know nothing to say of it.
  const ofThese = { ...written, accountIds: chosen.map(({ id }) => String(id)) };
  const checked = useServerCheck(complete ? precheckRequestOf(ofThese, items, writer) : null);
  return fits.map((fit) => withServerProblems(fit, checked));
}
