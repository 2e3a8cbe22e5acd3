import type { Platform } from '@posthorn/contracts/shared/platform';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { Connector, Proof, RemoteAccount } from '../../contract/connector.ts';
import { MemoryAccess } from '../account-access.ts';
import type { ConformanceWorld } from './conformance-world.ts';
import { choicesOf, mediaOf, type ConformanceKind } from './kinds.ts';
import { Publisher } from './publisher.ts';

/** How the cases connect their accounts, and what they publish. */
export type PostingSubject = Readonly<{
  platform: Platform;
  /** The app whose consent the cases use, if the platform has several. Default: the first one. */
  app?: AppName;
  /** For accounts that a form connects: what the user types. Default: the consent page. */
  proof?: (account: string) => Proof;
  /** Selects the account that the cases use. Default: the first one of the consent. */
  is?: (account: RemoteAccount) => boolean;
  /** The app of a second consent that the tested calls need. Publishing works without it. */
  secondGrant?: AppName;
  kind: ConformanceKind;
  title?: string;
  options?: PublishOptions;
}>;

/** Connects an account. `without`: permissions that the user denies. */
export async function connectAccount(
  world: ConformanceWorld,
  subject: PostingSubject,
  account: string,
  without: readonly string[] = [],
): Promise<RemoteAccount> {
  const way = subject.proof?.(account) ?? { account, without };
  const opened = (await world.accounts(subject.platform, way)).find(subject.is ?? (() => true));
  if (!opened) throw new Error('The consent opened no account.');
  return subject.secondGrant ? world.granted(subject.secondGrant, opened, account) : opened;
}

/** Publishes a post with this account. */
export async function publishPost(
  world: ConformanceWorld,
  connector: Connector,
  subject: PostingSubject,
  remote: RemoteAccount,
  text: string,
) {
  const options = { ...(await choicesOf(connector, remote)), ...subject.options };
  const publisher = new Publisher(connector, world.clock, remote, {
    text,
    media: mediaOf(world, subject.kind),
    options,
    title: subject.title ?? null,
  });
  const outcome = await publisher.publish();
  if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
  const { remoteId, permalink } = outcome;
  const post = { remoteId, permalink, publishedAt: world.clock.now().toISOString() };
  return { post, access: new MemoryAccess(remote.limits, publisher.access.current) };
}
