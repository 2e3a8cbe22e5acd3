import { expect, it } from '@jest/globals';
import type { ActionOutcome } from '../../contract/actions.ts';
import type { Connector } from '../../contract/connector.ts';
import type { ConformanceWorld } from './conformance-world.ts';
import type { Publisher } from './publisher.ts';

const TIMEOUT_MS = 10_000;
const ATTEMPTS_MAX = 60;

/** The cases for actions on a published post. `publisherOf`: returns a publisher for a new post. */
export function describeActions(
  world: ConformanceWorld,
  connectorOf: () => Connector,
  publisherOf: () => Promise<Publisher>,
): void {
  const published = async () => {
    const publisher = await publisherOf();
    const outcome = await publisher.publish();
    if (outcome.kind !== 'published') throw new Error(JSON.stringify(outcome));
    const { remoteId, permalink } = outcome;
    const remove = () =>
      connectorOf().deletePost?.(
        publisher.access,
        { remoteId, permalink, publishRefs: publisher.refs },
        AbortSignal.timeout(TIMEOUT_MS),
      );
    /** Performs all actions. Repeats an action while the platform still processes the post. */
    const performAllActions = async () => {
      const outcomes: ActionOutcome[] = [];
      const needs = { remoteId, picture: world.png };
      for (const act of Object.values(connectorOf().actions ?? {}))
        outcomes.push(
          await whenReady(world, () => act(publisher.access, needs, AbortSignal.timeout(TIMEOUT_MS))),
        );
      return outcomes;
    };
    return { performAllActions, remove };
  };
  const sameForEachAction = (outcome: unknown) => Object.keys(connectorOf().actions ?? {}).map(() => outcome);

  it('succeed again when they are repeated', async () => {
    if (!connectorOf().actions) return;
    const { performAllActions } = await published();
    expect(await performAllActions()).toEqual(sameForEachAction({ kind: 'done' }));
    expect(await performAllActions()).toEqual(sameForEachAction({ kind: 'done' }));
  });
  it('are permanently refused after the post was deleted', async () => {
    if (!connectorOf().actions) return;
    const { performAllActions, remove } = await published();
    expect(await remove()).toEqual({ kind: 'deleted' });
    expect(await performAllActions()).toMatchObject(
      sameForEachAction({ kind: 'refused', reason: 'not-found', retryable: false }),
    );
  });
}

async function whenReady(world: ConformanceWorld, act: () => Promise<ActionOutcome>): Promise<ActionOutcome> {
  for (let round = 0; round < ATTEMPTS_MAX; round += 1) {
    const outcome = await act();
    if (outcome.kind !== 'postponed' || outcome.reason !== 'processing') return outcome;
    world.clock.advanceTo(new Date(outcome.until));
  }
  throw new Error('The platform never finished processing the post.');
}
