import type { LookUpOutcome } from '../../contract/outcome.ts';
import type { GraphClient } from '../../meta/client/graph-client.ts';
import type { PageCredentials } from '../../meta/tokens/page-token.ts';
import { published } from '../../kit/outcomes.ts';
import { firstClaimed } from '../../kit/own-post-search.ts';
import type { AccountAccess } from '../../contract/account-access.ts';
import type { InstagramContainerState } from '../publish/containers.ts';
import { ownMedia } from './own-media.ts';

/** Within this time after the attempt began, a container may still report `ready` while Instagram is publishing the container. */
const UNDECIDED_MS = 60_000;

type LookUpInput = Readonly<{
  account: PageCredentials;
  access: AccountAccess;
  state: InstagramContainerState;
  expected: Readonly<{ text: string; attemptStartedAt: string }>;
  now: () => Date;
}>;

/** Combines the state of the container with the account's list. @throws GraphError, TokenRefused, OutgoingError, BreakerOpen */
export async function lookUpMedia(
  graph: GraphClient,
  { account, access, state, expected, now }: LookUpInput,
): Promise<LookUpOutcome> {
  const isPublished = state.kind === 'published';
  // Without a caption, every picture in the list matches. So only a published container proves which one is ours.
  const isProven = isPublished || expected.text.trim() !== '';
  if (isProven || state.kind === 'gone') {
    const search = await ownMedia(graph, account, { ...expected, isPublished }, now);
    // Another container could make a second post. Instagram has also reported containers as unknown that existed.
    if (!isProven && search.found.length > 0) return { kind: 'cannot-tell' };
    const media = await firstClaimed(access, search, ({ id }) => id);
    if (media) return published(media.id, media.permalink);
  }
  // The list may not show a published post yet, or Instagram is still working.
  if (isPublished || state.kind === 'working') return { kind: 'pending' };
  const decided = new Date(Date.parse(expected.attemptStartedAt) + UNDECIDED_MS);
  if (state.kind === 'ready' && now() < decided) return { kind: 'pending', until: decided.toISOString() };
  return { kind: 'absent' };
}
