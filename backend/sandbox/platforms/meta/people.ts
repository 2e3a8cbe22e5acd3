import { numericId } from './graph-refusal.ts';

export type LinkedInstagram = Readonly<{ id: string; username: string; name: string }>;
export type FacebookPage = Readonly<{
  id: string;
  /** The account of the person who runs the Page. */
  owner: string;
  name: string;
  username: string | null;
  tasks: readonly string[];
  instagram: LinkedInstagram | null;
}>;

const ALL_TASKS = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE'];

/** A Business portfolio: Pages that it owns, and Pages of clients that it manages. */
export type BusinessPortfolio = Readonly<{
  id: string;
  name: string;
  owned_pages: readonly FacebookPage[];
  client_pages: readonly FacebookPage[];
}>;

/** People whose name begins with `portfolio` reach Pages only through a portfolio. One of these Pages is listed twice. */
export function businessesOf(owner: string): readonly BusinessPortfolio[] {
  if (!owner.startsWith('portfolio')) return [];
  const person = nameOf(owner);
  const pageNamed = (name: string, linked: string | null = null) =>
    pageOf(owner, { name: `${person}'s ${name}`, username: linked?.replace('.', '') ?? null, linked });
  const studio = pageNamed('Studio', `${owner}.studio`);
  return [
    {
      id: `3${numericId(`business ${owner}`, 14)}`,
      name: `${person} Group`,
      owned_pages: [studio, pageNamed('Gallery')],
      client_pages: [pageNamed('Client'), studio],
    },
  ];
}

/** All Pages that a person can use. */
export const pagesOf = (owner: string): readonly FacebookPage[] => [
  ...listedPagesOf(owner),
  ...businessesOf(owner).flatMap(({ owned_pages, client_pages }) => [...owned_pages, ...client_pages]),
];

const nameOf = (owner: string): string => owner.charAt(0).toUpperCase() + owner.slice(1);

/** The Pages in a person's list. `ana` has three, one of them read-only. `nopages…` and `portfolio…` have none; all others have one. */
export function listedPagesOf(owner: string): readonly FacebookPage[] {
  if (owner.startsWith('nopages') || owner.startsWith('portfolio')) return [];
  const person = nameOf(owner);
  if (owner !== 'ana') return [pageOf(owner, { name: `${person}'s Page`, username: owner, linked: owner })];
  return [
    pageOf(owner, { name: "Ana's Bakery", username: 'anasbakery', linked: 'ana.bakes' }),
    pageOf(owner, { name: "Ana's Workshop", username: null, linked: null }),
    { ...pageOf(owner, { name: 'Old Town Market', username: null, linked: null }), tasks: ['ANALYZE'] },
  ];
}

/** @param page.linked the name of the Page’s Instagram account; null: there is none */
function pageOf(
  owner: string,
  { name, username, linked }: Readonly<{ name: string; username: string | null; linked: string | null }>,
): FacebookPage {
  return {
    id: `1${numericId(`page ${owner} ${name}`, 14)}`,
    owner,
    name,
    username,
    tasks: ALL_TASKS,
    instagram: linked === null ? null : linkedInstagram(owner, { linked, name }),
  };
}

function linkedInstagram(
  owner: string,
  { linked, name }: Readonly<{ linked: string; name: string }>,
): LinkedInstagram {
  return { id: `17841${numericId(`instagram ${owner} ${linked}`, 12)}`, username: linked, name };
}

export const userId = (account: string): string => `2${numericId(`person ${account}`, 15)}`;

/** The Instagram account of a person's Instagram Login: the account behind their first Page, or an account without a Page. */
export function ownInstagram(owner: string): LinkedInstagram {
  const linked = pagesOf(owner).find(({ instagram }) => instagram)?.instagram;
  return linked ?? linkedInstagram(owner, { linked: owner, name: nameOf(owner) });
}

/** The names by which a fault can select a Page or its Instagram account. */
export const pageNames = ({ id, owner, name, username, instagram }: FacebookPage): readonly string[] => [
  owner,
  id,
  name,
  ...(username === null ? [] : [username]),
  ...(instagram ? [instagram.id, instagram.username] : []),
];

/** The name of a Page that people see. */
export const knownAs = ({ username, name }: FacebookPage): string => username ?? name;
