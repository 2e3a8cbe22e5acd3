import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { Connector, RemoteAccount } from '../../contract/connector.ts';
import { ReconnectNeeded } from '../../kit/outcomes.ts';
import { MemoryAccess } from '../account-access.ts';
import type { ConformanceWorld } from './conformance-world.ts';

/** The kinds of posts in the conformance cases. `link`: a text with a URL, for which the connector makes a link card. */
export type ConformanceKind = 'text' | 'link' | 'image' | 'png' | 'images' | 'video' | 'mov' | 'gif';

export function mediaOf(world: ConformanceWorld, kind: ConformanceKind) {
  switch (kind) {
    case 'text':
    case 'link':
      return [];
    case 'image':
      return world.images.slice(0, 1);
    case 'png':
      return [world.png];
    case 'images':
      return world.images;
    case 'video':
      return [world.video];
    case 'mov':
      return [world.mov];
    case 'gif':
      return [world.gif];
  }
}

/** Chooses the first choice of each required field whose choices depend on the account. */
export async function choicesOf(
  connector: Connector,
  { limits, credentials }: RemoteAccount,
): Promise<PublishOptions> {
  const fields = (await connector.publishFields?.(new MemoryAccess(limits, credentials))) ?? [];
  const chosen = fields.flatMap((field) =>
    field.kind === 'choice' && field.fromAccount === true && field.required
      ? field.choices.slice(0, 1).map(({ value }) => [field.name, value] as const)
      : [],
  );
  return Object.fromEntries(chosen);
}

/** The outcome of a step; a thrown `ReconnectNeeded` becomes the outcome that the product reports. */
export async function outcomeOf<Outcome>(step: Promise<Outcome>) {
  try {
    return await step;
  } catch (error) {
    if (error instanceof ReconnectNeeded) return { kind: 'refused', reason: 'reconnect' };
    throw error;
  }
}
