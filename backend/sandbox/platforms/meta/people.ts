import { numericId } from './graph-refusal.ts';

type LinkedInstagram = Readonly<{ id: string; username: string; name: string }>;
export type Page = Readonly<{
  id: string;
  /** The person behind it. */
  owner: string;
  name: string;
  username: string | null;
  tasks: readonly string[];
  instagram: LinkedInstagram | null;
}>;

const EVERYTHING = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'];

/** The Pages of a person: three of `ana`, one of which she may only look at; none of `nopages…`; one of anybody else. */
export function pagesOf(owner: string): readonly Page[] {
  if (owner.startsWith('nopages')) return [];
  const person = owner.charAt(0).toUpperCase() + owner.slice(1);
  if (owner !== 'ana') return [pageOf(owner, { name: `${person}'s Page`, username: owner, linked: owner })];
  return [
    pageOf(owner, { name: "Ana's Bakery", username: 'anasbakery', linked: 'ana.bakes' }),
    pageOf(owner, { name: "Ana's Workshop", username: null, linked: null }),
    { ...pageOf(owner, { name: 'Old Town Market', username: null, linked: null }), tasks: ['ANALYZE'] },
  ];
}

function pageOf(
  owner: string,
  { name, username, linked }: Readonly<{ name: string; username: string | null; linked: string | null }>,
): Page {
  return {
    id: `1${numericId(`page ${owner} ${name}`, 14)}`,
    owner,
    name,
    username,
    tasks: EVERYTHING,
    instagram:
      linked === null
        ? null
        : { id: `17841${numericId(`instagram ${owner} ${linked}`, 12)}`, username: linked, name },
  };
}

export const userId = (account: string): string => `2${numericId(`person ${account}`, 15)}`;

/** What a fault may call a Page or the Instagram account behind it. */
export const pageNames = ({ id, owner, name, username, instagram }: Page): readonly string[] => [
  owner,
  id,
  name,
  ...(username === null ? [] : [username]),
  ...(instagram ? [instagram.id, instagram.username] : []),
];

/** As people know a Page. */
export const knownAs = ({ username, name }: Page): string => username ?? name;
