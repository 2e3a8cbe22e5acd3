import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import type { PlatformView } from '@posthorn/contracts/integrations/platforms.http';
import type { PrecheckRequest, PrecheckView } from '@posthorn/contracts/scheduling/posts.http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { serverCheckQuery } from '../../api/server-check.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import type { PostFields } from '../../model/composer/post-fields.ts';
import { precheckRequestOf } from '../../model/composer/post-request.ts';
import { itemsFor } from '../../model/composer/own-media.ts';
import { targetKey, untouchedTarget } from '../../model/composer/target-fields.ts';
import { draftFile, targetFit, withServerProblems, type TargetFit } from '../../model/composer/target-fit.ts';

const PAUSE_MS = 600;
const NOTHING_FOUND: readonly PrecheckView[] = [];

/** Loads problems that only the server finds: special rules of a platform, its quota, an expiring permission. Sends the request when the
 * user stops typing; null: no request is sent. Without a response, the form shows no such problems, and the server checks again on sending.
 */
function useServerCheck(request: PrecheckRequest | null): readonly PrecheckView[] {
  const currentRequest = request && JSON.stringify(request);
  const [settledRequest, setSettledRequest] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettledRequest(currentRequest);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [currentRequest]);
  const { data } = useQuery({
    ...serverCheckQuery(settledRequest),
    enabled: settledRequest !== null && settledRequest === currentRequest,
  });
  return settledRequest === currentRequest ? (data?.accounts ?? NOTHING_FOUND) : NOTHING_FOUND;
}

type Writer = Readonly<{
  zone: string;
  isPremium: boolean;
  accounts: Readonly<{ list: readonly AccountView[] }>;
  platforms: readonly PlatformView[];
}>;

/**
 * The problems and lengths of a post on each selected account. The page checks them immediately. If the page
 * finds no problem, the server checks too.
 */
export function useFits(
  writer: Writer,
  written: PostFields,
  items: readonly ComposerMediaItem[],
): readonly TargetFit[] {
  const { accounts, platforms, isPremium } = writer;
  // A key press renders the form twice, and the first time nothing here has changed yet.
  const { chosen, fits } = useMemo(() => {
    const listed = accounts.list.filter(({ id }) => written.accountIds.includes(String(id)));
    const rules = { platforms, isPremium };
    return { chosen: listed, fits: listed.map((account) => fitOn(account, rules, written, items)) };
  }, [accounts.list, platforms, isPremium, written, items]);
  const complete = fits.length > 0 && fits.every(({ problems }) => problems.length === 0);
  // Leaves out deleted accounts of an edited post, because the server does not know them.
  const fieldsOfChosen = { ...written, accountIds: chosen.map(({ id }) => String(id)) };
  const checked = useServerCheck(complete ? precheckRequestOf(fieldsOfChosen, items, writer) : null);
  return useMemo(() => fits.map((fit) => withServerProblems(fit, checked)), [fits, checked]);
}

/** Returns the post on the first account of the list, for the preview while no account is selected. */
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
  { platforms, isPremium }: Pick<Writer, 'platforms' | 'isPremium'>,
  written: PostFields,
  items: readonly ComposerMediaItem[],
): TargetFit {
  const platform = platforms.find((one) => one.platform === account.platform);
  const target = written.targets[targetKey(account.id)] ?? untouchedTarget;
  const files = itemsFor(items, target).map(draftFile);
  return targetFit(account, written, files, !isPremium, platform?.options);
}
