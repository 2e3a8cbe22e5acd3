import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import type { PrecheckRequest } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { serverCheckQuery } from '../../api/server-check.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import type { PostFields } from '../../model/composer/post-fields.ts';
import { precheckRequestOf } from '../../model/composer/post-request.ts';
import { itemsFor } from '../../model/composer/own-media.ts';
import { targetKey, untouchedTarget } from '../../model/composer/target-fields.ts';
import { draftFile, targetFit, withServerProblems, type TargetFit } from '../../model/composer/target-fit.ts';

const PAUSE_MS = 600;

/**
 * What only the server knows of a post: a platform's own rules, its quota, the end of a permission. It asks when the user stops typing; null sends no
 * request. Without an answer nothing is shown, and sending checks again.
 */
function useServerCheck(request: PrecheckRequest | null) {
  const wanted = request && JSON.stringify(request);
  const [asked, ask] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      ask(wanted);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [wanted]);
  const { data } = useQuery({ ...serverCheckQuery(asked), enabled: asked !== null && asked === wanted });
  return asked === wanted ? (data?.accounts ?? []) : [];
}

type Writer = Readonly<{
  zone: string;
  isPremium: boolean;
  accounts: Readonly<{ list: readonly AccountView[] }>;
  platforms: readonly PlatformView[];
}>;

/** The problems and lengths of a post on each selected account. This page checks them at once; the server checks what passes here. */
export function useFits(
  writer: Writer,
  written: PostFields,
  items: readonly ComposerMediaItem[],
): readonly TargetFit[] {
  const chosen = writer.accounts.list.filter(({ id }) => written.accountIds.includes(String(id)));
  const fits = chosen.map((account) => fitOn(account, writer, written, items));
  const complete = fits.length > 0 && fits.every(({ problems }) => problems.length === 0);
  // An account of an edited post may be deleted, and the server knows nothing about it.
  const ofThese = { ...written, accountIds: chosen.map(({ id }) => String(id)) };
  const checked = useServerCheck(complete ? precheckRequestOf(ofThese, items, writer) : null);
  return fits.map((fit) => withServerProblems(fit, checked));
}

/** The post on the account that the list names first, for the preview while none is selected. */
export function exampleFit(
  writer: Writer,
  written: PostFields,
  items: readonly ComposerMediaItem[],
): TargetFit | undefined {
  const [first] = writer.accounts.list;
  return first && fitOn(first, writer, written, items);
}

function fitOn(
  account: AccountView,
  { platforms, isPremium }: Writer,
  written: PostFields,
  items: readonly ComposerMediaItem[],
): TargetFit {
  const platform = platforms.find((one) => one.platform === account.platform);
  const target = written.targets[targetKey(account.id)] ?? untouchedTarget;
  const files = itemsFor(items, target).map(draftFile);
  return targetFit(account, written, files, !isPremium, platform?.options);
}
