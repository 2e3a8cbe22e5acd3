import { beforeAll, expect, it } from '@jest/globals';
import { inviteCast, type Cast } from './cast.ts';
import { examine, PHONE } from './examine.ts';
import type { Screen } from './screen.ts';
import { SCREENS } from './screens.ts';
import { Stage } from './stage.ts';
import type { Visitor } from './visitor.ts';

const times = {
  tick: 250,
  tries: 1,
  // On a busy machine a call needs seconds. The outcome of a call that times out would stay unknown.
  callWithin: 12_000,
  firstLookUp: 3_600_000,
  longestLookUp: 3_600_000,
  lookAgain: 3_000,
};
// Ana's waiting posts would use up the limit of the free plan.
const env = { POSTHORN_PUBLISHING_TIMES: JSON.stringify(times), COMPLIMENTARY_PREMIUM: 'ana@example.com' };
const stage = Stage.ofItsOwn({ env }, { visitsLast: true });

let cast: Cast;
beforeAll(async () => {
  cast = await inviteCast(stage);
});

/**
 * Axe checks the dark theme of each screen on one device, in turns. All screens share a frame (navigation, bars) and one table of dark colours.
 */
const CASES = SCREENS.map(
  (screen, index) => ({ ...screen, darkOn: index % 2 === 0 ? 'phone' : 'desk' }) as const,
);

it.each(CASES)(
  '$name: axe finds no fault in either theme, touch works on phones down to 320 px, and large text breaks nothing',
  async ({ darkOn, ...screen }) => {
    const visitor = await arrive(screen);
    const { page } = visitor;
    await screen.then?.(page, visitor);
    const faults = await examine(page, screen.name, { over: screen.over, darkOn });
    await screen.last?.(page);
    expect(faults).toEqual([]);
  },
);

type Person = NonNullable<Screen['who']> | 'ana';
/** Each person uses one browser for all screens. */
const visitors = new Map<Person, Visitor>();

async function arrive({ who, path, newSession }: Screen): Promise<Visitor> {
  const person: Person = who ?? 'ana';
  const visitor = visitors.get(person) ?? (await firstVisitOf(person));
  visitors.set(person, visitor);
  if (person === 'nobody') await visitor.context.clearCookies();
  else if (newSession) await visitor.signInAs(await stage.creator(cast[person].email));
  await visitor.open(typeof path === 'string' ? path : path(cast));
  return visitor;
}

async function firstVisitOf(who: Person): Promise<Visitor> {
  const visitor = await stage.visit(PHONE);
  if (who !== 'nobody') await visitor.signInAs(cast[who]);
  return visitor;
}
