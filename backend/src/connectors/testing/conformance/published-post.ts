import type { Platform } from '@posthorn/contracts/shared/platform';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { AppName } from '#infrastructure/config/app-names.ts';
import type { Connector, Proof, RemoteAccount } from '../../contract/connector.ts';
import { MemoryAccess } from '../account-access.ts';
import type { ConformanceWorld } from './conformance-world.ts';
import { choicesOf, mediaOf, type ConformanceKind } from './kinds.ts';
import { Publisher } from './publisher.ts';

/** How the accounts of a suite come to be, and what they publish. */
export type PostingSubject = Readonly<{
  platform: Platform;
  /** Where several consents lead to the platform: which of them the cases use. Otherwise the first one. */
  app?: AppName;
  /** By a form; else by the consent page. */
  proof?: (account: string) => Proof;
  /** Which account of a consent the cases use. Otherwise the first one of the platform. */
  is?: (account: RemoteAccount) => boolean;
  /** What is asked takes a grant of another application of the platform; the account itself is as good without it. */
  secondGrant?: AppName;
  kind: ConformanceKind;
  title?: string;
  options?: PublishOptions;
}>;

/** `without`: permissions that the person does not give at the consent. */
export async function connected(
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

/** A post of this account, out by now. */
export async function published(
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
