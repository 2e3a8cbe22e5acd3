import type { LookUpOutcome } from '../../contract/outcome.ts';
import type { GraphClient } from '../../meta/client/graph-client.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import { published } from '../../kit/outcomes.ts';
import { firstClaimed } from '../../kit/own-post-search.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { InstagramContainerState } from '../publish/containers.ts';
import { ownMedia } from './own-media.ts';

/** A container may report that it waits for publication while Instagram is publishing it. */
const UNDECIDED_MS = 60_000;

type Question = Readonly<{
  account: PageCredentials;
  access: AccountAccess;
  state: InstagramContainerState;
  wanted: Readonly<{ text: string; armedAt: string }>;
  now: () => Date;
}>;

/** Combines the state of the container with the account's list. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function lookUpMedia(
  graph: GraphClient,
  { account, access, state, wanted, now }: Question,
): Promise<LookUpOutcome> {
  const isOut = state.kind === 'published';
  // Without a caption any picture matches, so only a published container proves that it is ours.
  if (isOut || wanted.text.trim() !== '') {
    const search = await ownMedia(graph, account, { ...wanted, isOut }, now);
    const media = await firstClaimed(access, search, ({ id }) => id);
    if (media) return published(media.id, media.permalink);
  }
  // It is published, but the list does not show it yet.
  if (isOut || state.kind === 'working') return { kind: 'pending' };
  const decided = new Date(Date.parse(wanted.armedAt) + UNDECIDED_MS);
  if (state.kind === 'ready' && now() < decided) return { kind: 'pending', until: decided.toISOString() };
  return { kind: 'absent' };
}
